// Where marks are kept: this browser's store, a file of marks (docs/review.md), gold notes, entries of a configuration.
const STORE = `scrub-review ${DATA.run}`;
const STORE_BY = "scrub-review by";
let kept = true;

function stored(work, otherwise) {
  try {
    return work();
  } catch {
    kept = false; // the browser keeps nothing for files, or no more
    return otherwise;
  }
}

const reviewer = () => $("by").value.trim();

function markedNotes() {
  return [...state.marks].filter(([, marks]) => marks.wrong.size || marks.missed.length);
}

// Numbers of notes and spans, and places: no text but the reviewer's reasons.
function remember() {
  const place = new Map(DATA.notes.map((note, at) => [note, at]));
  const marks = markedNotes().map(([note, m]) => [place.get(note), [...m.wrong], m.missed]);
  const all = { seen: [...state.seen].map((note) => place.get(note)), marks };
  kept = true;
  stored(() => { localStorage.setItem(STORE, JSON.stringify(all)); localStorage.setItem(STORE_BY, reviewer()); });
  say(kept ? "kept in this browser" : "not kept by this browser: save the marks");
}

function recall() {
  $("by").value = stored(() => localStorage.getItem(STORE_BY), "") || "";
  const all = stored(() => JSON.parse(localStorage.getItem(STORE)), null);
  if (!all) return;
  for (const at of all.seen) state.seen.add(DATA.notes[at]);
  for (const [at, wrong, missed] of all.marks) state.marks.set(DATA.notes[at], { wrong: new Map(wrong), missed });
  say("your marks are back");
}

function forget() {
  stored(() => localStorage.removeItem(STORE));
  state.marks.clear();
  state.seen.clear();
  drawButtons();
  drawAll();
  say("marks are forgotten");
}

function say(text) {
  $("status").textContent = text;
}

function marksFile() {
  const marked = new Set([...state.seen, ...markedNotes().map(([note]) => note)]);
  const notes = DATA.notes.filter((n) => marked.has(n)).map((note) => {
    const marks = marksOf(note);
    const entry = (start, end, type, mark, more) => ({ start, end, type, text: piece(note, start, end), ...more, reason: mark.reason, everywhere: mark.everywhere });
    return {
      name: note.name, place: note.place, seen: state.seen.has(note),
      wrong: [...marks.wrong].map(([index, mark]) => {
        const s = note.spans[index];
        return entry(s[START], s[END], s[TYPE], mark, { rule: s[RULE] });
      }),
      missed: marks.missed.map((m) => entry(m.start, m.end, m.type, m, {})),
    };
  });
  return JSON.stringify({ format: "scrub-marks", version: 1, run: DATA.run, by: reviewer(), notes }, null, 1) + "\n";
}

// Takes over the marks of a file, of this run or of one before: what was done since needs no mark any more.
function loadMarks(text) {
  const notes = new Map(DATA.notes.map((note) => [note.name, note]));
  const tally = { hold: 0, open: 0, elsewhere: 0 };
  for (const one of readMarks(text)) {
    const note = notes.get(one.name);
    if (note && one.seen) state.seen.add(note);
    for (const m of one.missed) tally[takeMissed(note, m)] += 1;
    for (const m of one.wrong) tally[takeWrong(note, m)] += 1;
  }
  remember();
  drawButtons();
  drawAll();
  const sum = tally.hold + tally.open + tally.elsewhere;
  say(`${sum} marks read: ${tally.open} open, ${tally.hold} done` + (tally.elsewhere ? `, ${tally.elsewhere} of other notes` : ""));
}

// The notes of a file of marks; throws where it is none.
function readMarks(text) {
  const all = JSON.parse(text);
  const isText = (value) => typeof value === "string";
  const isMark = (m) => Number.isInteger(m.start) && Number.isInteger(m.end) && isText(m.text) && isText(m.reason)
    && Object.hasOwn(DATA.types, m.type);
  const isNote = (n) => isText(n.name) && Array.isArray(n.wrong) && Array.isArray(n.missed) && [...n.wrong, ...n.missed].every(isMark);
  if (all.format !== "scrub-marks" || all.version !== 1 || !all.notes.every(isNote)) throw new Error("no marks");
  return all.notes;
}

const stands = (note, m) => note && m.start < m.end && piece(note, m.start, m.end) === m.text;
const found = (note, m) => note.spans.find((s) => s[START] === m.start && s[END] === m.end && s[TYPE] === m.type && JUDGED.includes(s[KIND]));
const asMark = (m) => ({ reason: m.reason, everywhere: m.everywhere !== false });

function takeMissed(note, m) {
  if (!stands(note, m)) return "elsewhere";
  if (found(note, m)) return "hold";
  const marks = marksOf(note);
  marks.missed = marks.missed.filter((old) => old.end <= m.start || m.end <= old.start);
  marks.missed.push({ start: m.start, end: m.end, type: m.type, ...asMark(m) });
  return "open";
}

function takeWrong(note, m) {
  if (!stands(note, m)) return "elsewhere";
  const span = found(note, m);
  if (!span) return "hold";
  marksOf(note).wrong.set(span.index, asMark(m));
  return "open";
}

function goldLines() {
  return DATA.notes.filter((n) => state.seen.has(n)).map((note) => {
    const right = spansOf(note).filter((s) => [...POSITIVE, "missed"].includes(kindOf(note, s)));
    const spans = right.map((s) => ({ start: s[START], end: s[END], type: s[TYPE] }));
    return JSON.stringify({ path: note.name, text: note.text, spans });
  }).join("\n") + "\n";
}

// What 'scrub review --apply' writes, for those who paste it.
function entries() {
  const by = reviewer() ? ` (${reviewer()})` : "";
  const toml = (s) => JSON.stringify(s).replace(/\u007f/g, "\\u007f"); // a TOML basic string is a JSON string, but for DEL
  const words = (note, start, end) => piece(note, start, end).split(/\s+/).filter(Boolean).join(" ");
  const table = (head, text, rest, reason) => `[[${head}]]\ntext = ${toml(text)}\n${rest}\nreason = ${toml(reason + by)}\n`;
  const mask = new Map();
  const allow = new Map();
  for (const [note, marks] of markedNotes()) {
    for (const m of marks.missed.filter((one) => one.everywhere)) {
      const text = words(note, m.start, m.end);
      mask.set(`${text} ${m.type}`, table("mask", text, `type = ${toml(m.type)}`, m.reason || "marked as missed on the review page"));
    }
    for (const [index, mark] of marks.wrong) {
      const s = note.spans[index];
      if (!mark.everywhere) continue;
      const text = words(note, s[START], s[END]);
      allow.set(`${text} ${s[TYPE]}`, table("allow", text, `types = [${toml(s[TYPE])}]`, mark.reason || "marked as no PHI on the review page"));
    }
  }
  return [mask, allow].flatMap((tables) => [...tables.keys()].sort().map((key) => tables.get(key))).join("\n");
}

function save(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  kept = true;
  say(`saved ${name}`);
}

function drawButtons() {
  $("save-gold").disabled = !state.seen.size;
  $("save-marks").disabled = !state.seen.size && !markedNotes().length;
  $("save-list").disabled = !entries();
}
