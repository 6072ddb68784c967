// What the reviewer says: spans that are no PHI, and text that was missed; and what is told of the span in focus.
const POSITIVE = ["found", "kept", "miss"]; // PHI, unless the reviewer says it is not
const NEGATIVE = ["almost", "alarm"]; // no PHI, unless the reviewer says it is
const JUDGED = [...POSITIVE, "alarm"]; // what can be wrong

// A mark has a reason, and holds in every note (everywhere) or is one for the gold notes alone.
function marksOf(note) {
  if (!state.marks.has(note)) state.marks.set(note, { wrong: new Map(), missed: [] });
  return state.marks.get(note);
}

function newMark(everywhere = true) {
  return { reason: "", everywhere };
}

function keyOf(span) {
  return `${span[START]}:${span[END]}:${span[KIND]}`;
}

const overlap = (a, b) => a[START] < b[END] && b[START] < a[END];
const inOrder = (spans) => spans.sort((a, b) => a[START] - b[START] || a[END] - b[END]);

function missedSpans(note) {
  return marksOf(note).missed.map((m) => [m.start, m.end, m.type, "reviewer", 100, "missed", null, []]);
}

// What was found, and what the reviewer added: this takes the place of what it overlaps.
function spansOf(note) {
  const missed = missedSpans(note);
  return inOrder([...note.spans.filter((s) => !missed.some((m) => overlap(m, s))), ...missed]);
}

// The masked note as it is: of what was missed, that which is still to be read.
function spansAfter(note) {
  const left = missedSpans(note).flatMap((m) => note.spans.filter((s) => s[TO] !== null && overlap(m, s))
    .reduce((parts, s) => parts.flatMap((p) => [[p[START], Math.min(p[END], s[START])], [Math.max(p[START], s[END]), p[END]]]
      .filter(([start, end]) => start < end).map((ends) => [...ends, ...p.slice(END + 1)])), [m]));
  return inOrder([...note.spans.filter((s) => s[TO] !== null || !left.some((m) => overlap(m, s))), ...left]);
}

function kindOf(note, span) {
  return span.index !== undefined && marksOf(note).wrong.has(span.index) ? "wrong" : span[KIND];
}

// The mark of a span, if it has one.
function markOf(note, span) {
  const marks = marksOf(note);
  if (span[KIND] === "missed") return marks.missed.find((m) => m.start === span[START] && m.end === span[END]);
  return marks.wrong.get(span.index);
}

function changed() {
  remember();
  drawButtons();
  drawRow(state.note);
  drawSummary();
  drawNote();
}

function toggleWrong() {
  const span = focused();
  if (!span) return;
  const marks = marksOf(state.note);
  if (span[KIND] === "missed") marks.missed = marks.missed.filter((m) => m !== markOf(state.note, span));
  else if (marks.wrong.has(span.index)) marks.wrong.delete(span.index);
  else if (JUDGED.includes(span[KIND])) marks.wrong.set(span.index, newMark(span[KIND] !== "miss")); // the gold's mistake
  changed();
}

function toggleEverywhere() {
  const span = focused();
  const mark = span && markOf(state.note, span);
  if (!mark) return;
  mark.everywhere = !mark.everywhere;
  changed();
}

function addMissed(where, type) {
  const marks = marksOf(state.note);
  marks.missed = marks.missed.filter((m) => m.end <= where.start || where.end <= m.start);
  marks.missed.push({ start: where.start, end: where.end, type, ...newMark() });
  for (const s of state.note.spans) if (s[START] < where.end && where.start < s[END]) marks.wrong.delete(s.index);
  getSelection().removeAllRanges();
  state.focus = `${where.start}:${where.end}:missed`;
  changed();
}

function markSeen() {
  if (!state.note) return;
  const next = state.order[state.order.indexOf(state.note) + 1];
  state.seen.add(state.note);
  changed();
  if (next) open_(next);
}

const plain = (text) => text.toLowerCase().split(/\s+/).filter(Boolean).join(" ");
let equals = null;

// In how many places of how many notes the same text was found as the same type.
function foundAlike(note, span) {
  if (!equals) {
    equals = new Map();
    for (const one of DATA.notes) {
      for (const s of one.spans) {
        if (NEGATIVE.includes(s[KIND])) continue;
        const key = `${s[TYPE]} ${plain(piece(one, s[START], s[END]))}`;
        if (!equals.has(key)) equals.set(key, []);
        equals.get(key).push(one);
      }
    }
  }
  const notes = equals.get(`${span[TYPE]} ${plain(piece(note, span[START], span[END]))}`) || [];
  return [notes.length, new Set(notes).size];
}

// In how many places of how many notes a text stands as whole words.
function standsAlike(note, span) {
  const words = plain(piece(note, span[START], span[END])).split(" ").map((w) => w.replace(/[^\p{L}\p{N}\s]/gu, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])${words.join("\\s+")}(?![\\p{L}\\p{N}_])`, "giu");
  const counts = DATA.notes.map((one) => (one.text.match(pattern) || []).length).filter(Boolean);
  return [counts.reduce((sum, n) => sum + n, 0), counts.length];
}

function reach(note, span, mark) {
  if (!mark.everywhere) return "for this place alone, in the gold notes";
  const [times, notes] = span[KIND] === "missed" ? standsAlike(note, span) : foundAlike(note, span);
  const where = `${times} ${times === 1 ? "place" : "places"} of ${notes} ${notes === 1 ? "note" : "notes"} here`;
  return span[KIND] === "missed" ? `to be masked wherever it stands: ${where}`
    : `no ${span[TYPE]} wherever it was found as one: ${where}`;
}

function drawDetail() {
  const span = focused();
  if (!span) {
    $("detail").replaceChildren(element("span", "dim", "n, p: step through the spans. Select words (mouse, or . and >) and press m: they were missed."));
    return;
  }
  const note = state.note;
  const kind = kindOf(note, span);
  const mark = markOf(note, span);
  const line = element("div", "facts");
  const button = (text, act) => { const b = element("button", "", text); b.onclick = act; return b; };
  const known = element("span", "chip", span[TYPE]);
  known.style.setProperty("--h", hue(span[TYPE]));
  line.append(known, element("b", "", piece(note, span[START], span[END])));
  if (span[KIND] !== "missed") line.append(element("span", "", span[RULE]), element("span", "dim", `weight ${span[WEIGHT]}`));
  line.append(element("span", "dim", TITLES[kind]), element("span", "grow"));
  if (JUDGED.includes(span[KIND])) line.append(button(mark ? "Not wrong (w)" : "Wrong (w)", toggleWrong));
  if (NEGATIVE.includes(span[KIND])) line.append(button("Missed (m)", markMissed));
  if (span[KIND] === "missed") line.append(button("Undo (w)", toggleWrong));
  $("detail").replaceChildren(line, mark ? markLine(note, span, mark) : whyList(span));
}

function markLine(note, span, mark) {
  const line = element("div", "facts");
  const reason = element("input");
  reason.id = "reason";
  reason.value = mark.reason;
  reason.placeholder = "Reason, for whoever reads the configuration  ( r )";
  reason.oninput = () => { mark.reason = reason.value; remember(); };
  const box = element("input");
  box.type = "checkbox";
  box.checked = mark.everywhere;
  box.onchange = toggleEverywhere;
  const label = element("label", "", "in every note (e)");
  label.prepend(box);
  line.append(label, element("span", "dim", reach(note, span, mark)), reason);
  return line;
}

// What found it, what spoke for and against it, and why there are the rules that are named there.
function whyList(span) {
  const list = element("ul", "why");
  const said = span[WHY].map((at) => DATA.whys[at]);
  for (const text of said) {
    const sign = { "+ ": "for", "- ": "against" }[text.slice(0, 2)];
    list.append(element("li", sign || "", sign ? text.slice(2) : text));
  }
  const named = new Set([span[RULE], ...said.join(" ").match(/[\w-]+/g) || []]);
  for (const rule of named) if (Object.hasOwn(DATA.rules, rule)) list.append(element("li", "", `${rule}: ${DATA.rules[rule]}`));
  return list;
}
