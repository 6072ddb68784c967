// Marks, saving them, and the keyboard.
const POSITIVE = ["found", "kept", "miss", "missed"]; // PHI, unless the reviewer says it is not
const NEGATIVE = ["almost", "alarm"]; // no PHI, unless the reviewer says it is
function changed() {
  state.dirty = true;
  $("save-gold").disabled = !state.seen.size;
  $("save-allow").disabled = ![...state.marks.values()].some((m) => m.wrong.size);
  const focus = state.focus;
  drawNotes();
  drawNote();
  focusSpan(focus);
}

function toggleWrong() {
  const span = focused();
  if (!span) return;
  const marks = marksOf(state.note);
  if (span[KIND] === "missed") {
    marks.missed = marks.missed.filter((m) => m.start !== span[START] || m.end !== span[END]);
  } else if (span[KIND] !== "almost") {
    const index = state.note.spans.indexOf(span);
    marks.wrong.has(index) ? marks.wrong.delete(index) : marks.wrong.add(index);
  }
  changed();
}

// The selection in the note's own text, in code points and without outer white space.
function selection() {
  const chosen = getSelection();
  const text = document.querySelector('.pane pre[data-view="before"], .pane pre[data-view="note"]');
  if (!text || chosen.isCollapsed || !chosen.rangeCount) return null;
  const range = chosen.getRangeAt(0);
  if (!text.contains(range.startContainer) || !text.contains(range.endContainer)) return null;
  const before = document.createRange();
  before.selectNodeContents(text);
  before.setEnd(range.startContainer, range.startOffset);
  const selected = range.toString();
  const body = selected.trim();
  if (!body) return null;
  const lead = selected.length - selected.trimStart().length;
  const start = Array.from(before.toString() + selected.slice(0, lead)).length;
  return { start, end: start + Array.from(body).length };
}

function markMissed() {
  if (!state.note) return;
  const chosen = selection();
  const span = focused();
  if (chosen) {
    $("picks").replaceChildren(...Object.keys(DATA.types).map((type) => {
      const chip = element("button", "chip", type);
      chip.style.setProperty("--h", hue(type));
      chip.onclick = () => { $("picker").close(); addMissed(chosen, type); };
      return chip;
    }));
    $("picker").showModal();
  } else if (span && NEGATIVE.includes(span[KIND])) {
    addMissed({ start: span[START], end: span[END] }, span[TYPE]);
  }
}

function addMissed(where, type) {
  const marks = marksOf(state.note);
  marks.missed = marks.missed.filter((m) => m.end <= where.start || where.end <= m.start);
  marks.missed.push({ ...where, type });
  // What it overlaps was too short or of another type: the reviewer's span takes its place.
  state.note.spans.forEach((s, i) => {
    if (POSITIVE.includes(s[KIND]) && s[START] < where.end && where.start < s[END]) marks.wrong.add(i);
  });
  getSelection().removeAllRanges();
  changed();
  focusSpan(spansOf(state.note).findIndex((s) => s[START] === where.start && s[KIND] === "missed"));
}

function goldLines() {
  return DATA.notes.filter((n) => state.seen.has(n)).map((note) => {
    const right = spansOf(note).filter((s) => POSITIVE.includes(kindOf(note, s)));
    const spans = right.map((s) => ({ start: s[START], end: s[END], type: s[TYPE] }));
    return JSON.stringify({ path: note.name, text: note.text, spans });
  }).join("\n") + "\n";
}

function allowEntries() {
  const entries = new Map();
  for (const [note, marks] of state.marks) {
    for (const index of marks.wrong) {
      const span = note.spans[index];
      if (span[KIND] === "miss") continue; // the gold's, not a rule's
      const text = piece(note, span[START], span[END]).split(/\s+/).join(" ").trim();
      // A TOML basic string is a JSON string, but for DEL.
      const toml = (s) => JSON.stringify(s).replace(/\u007f/g, "\\u007f");
      entries.set(`${span[RULE]} ${text}`, `[[allow]]\ntext = ${toml(text)}\nrules = [${toml(span[RULE])}]\n`
        + 'reason = "marked as wrong on the review page"\n');
    }
  }
  return [...entries.keys()].sort().map((key) => entries.get(key)).join("\n");
}

function save(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  state.dirty = false;
}

function markSeen() {
  if (!state.note) return;
  const next = state.order[state.order.indexOf(state.note) + 1];
  state.seen.add(state.note);
  changed();
  if (next) open_(next);
}

function drawViews() {
  $("views").replaceChildren(...(DATA.views.length > 1 ? DATA.views : []).map((view) => {
    const button = element("button", view === state.view ? "on" : "", view);
    button.onclick = () => { state.view = view; drawViews(); drawNote(); };
    return button;
  }));
}

const KEYS = {
  j: () => stepNote(1), ArrowDown: () => stepNote(1), k: () => stepNote(-1), ArrowUp: () => stepNote(-1),
  n: () => stepSpan(1), ArrowRight: () => stepSpan(1), p: () => stepSpan(-1), ArrowLeft: () => stepSpan(-1),
  s: markSeen, w: toggleWrong, m: markMissed, "?": () => $("help").showModal(), "/": () => $("search").focus(),
  c: () => $("almost").click(), l: () => $("labels").click(),
  v: () => { state.view = DATA.views[(DATA.views.indexOf(state.view) + 1) % DATA.views.length]; drawViews(); drawNote(); },
};

addEventListener("keydown", (event) => {
  if (event.target.matches("input[type=search]")) { if (event.key === "Escape") event.target.blur(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("select") || document.querySelector("dialog[open]")) return;
  if (event.key in KEYS) { event.preventDefault(); KEYS[event.key](); }
});
addEventListener("beforeunload", (event) => { if (state.dirty) event.preventDefault(); });
$("previous").onclick = () => stepNote(-1);
$("next").onclick = () => stepNote(1);
$("seen").onclick = markSeen;
$("help-button").onclick = () => $("help").showModal();
$("save-gold").onclick = () => save("reviewed.jsonl", goldLines());
$("save-allow").onclick = () => save("allow.toml", allowEntries());
$("search").oninput = drawAll;
$("order").onchange = drawAll;
$("rules").onchange = () => { state.rule = $("rules").value; $("rules").blur(); drawAll(); };
$("almost").onchange = () => { $("almost").blur(); drawNote(); };
$("labels").onchange = () => { $("labels").blur(); drawNote(); };
$("save-gold").disabled = $("save-allow").disabled = true;
drawRules();
drawViews();
drawAll();
