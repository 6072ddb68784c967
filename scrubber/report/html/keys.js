// The keyboard, the selection, and what the buttons do.
const textPane = () => document.querySelector('.pane pre[data-view="before"], .pane pre[data-view="note"]');
const WORD = /[\p{L}\p{N}_](?:[\p{L}\p{N}_'’.@/-]*[\p{L}\p{N}_])?|\n/gu;

// Start, end and line of every word of a note.
function wordsOf(note) {
  if (note.words) return note.words;
  let [at, last, line] = [0, 0, 0];
  note.words = [];
  for (const match of note.text.matchAll(WORD)) {
    at += Array.from(note.text.slice(last, match.index)).length;
    last = match.index;
    if (match[0] === "\n") line += 1;
    else note.words.push({ start: at, end: at + Array.from(match[0]).length, line });
  }
  return note.words;
}

// The selection in the note's own text, in code points and without outer white space.
function selection() {
  const chosen = getSelection();
  const text = textPane();
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

function select(start, end) {
  const text = textPane();
  if (!text) return;
  const range = document.createRange();
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const signs = Array.from(node.data);
    const offset = (place) => signs.slice(0, place - at).join("").length;
    if (at <= start && start < at + signs.length) range.setStart(node, offset(start));
    if (at < end && end <= at + signs.length) range.setEnd(node, offset(end));
    at += signs.length;
  }
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  const [box, pane_] = [range.getBoundingClientRect(), text.parentElement.getBoundingClientRect()];
  if (box.top < pane_.top || box.bottom > pane_.bottom) text.parentElement.scrollTop += box.top - pane_.top - pane_.height / 3;
}

// Where the keyboard stands in the text: the selection, the span in focus, or the beginning.
function here() {
  const span = focused();
  return selection() || (span ? { start: span[START], end: span[END] } : { start: -1, end: 0 });
}

function stepWord(by) {
  const words = wordsOf(state.note);
  const { start, end } = here();
  const next = by > 0 ? words.find((w) => w.start >= end) : words.findLast((w) => w.end <= start);
  if (next) select(next.start, next.end);
}

function stretch(by) {
  const chosen = selection();
  if (!chosen) return stepWord(1);
  const words = wordsOf(state.note);
  const last = by > 0 ? words.find((w) => w.end > chosen.end) : words.findLast((w) => w.end < chosen.end && w.start >= chosen.start);
  if (last) select(chosen.start, last.end);
}

function stepLine(by) {
  const words = wordsOf(state.note);
  const { start } = here();
  const line = (words.findLast((w) => w.start <= start) || { line: by > 0 ? -1 : 0 }).line;
  const other = by > 0 ? words.find((w) => w.line > line) : words.findLast((w) => w.line < line);
  const first = other && words.find((w) => w.line === other.line);
  if (first) select(first.start, first.end);
}

function markMissed() {
  if (!state.note) return;
  const chosen = selection();
  const span = focused();
  if (chosen && (chosen.end - chosen.start > 1000 || !/[\p{L}\p{N}]/u.test(piece(state.note, chosen.start, chosen.end)))) say("select some words");
  else if (chosen) pickType((type) => addMissed(chosen, type));
  else if (span && NEGATIVE.includes(span[KIND])) addMissed({ start: span[START], end: span[END] }, span[TYPE]);
}

// Types by how often they are found here: the first nine have a digit.
function pickType(take) {
  const counts = countBy(TYPE);
  const types = Object.keys(DATA.types).sort((a, b) => (counts.get(b) || 0) - (counts.get(a) || 0));
  $("picks").replaceChildren(...types.map((type, at) => {
    const node = chip(type, at < 9 ? `${at + 1} ${type}` : type);
    node.autofocus = at === 0;
    node.onclick = () => { $("picker").close(); take(type); };
    return node;
  }));
  $("picker").showModal();
}

// A page further down; at the end of the note it is seen.
function readOn() {
  const boxes = [...document.querySelectorAll(".pane")];
  const box = boxes.find((one) => one.scrollTop + one.clientHeight < one.scrollHeight - 2);
  if (box) box.scrollTop += box.clientHeight * 0.85;
  else markSeen();
}

function setView(view) {
  state.view = view;
  drawViews();
  drawNote();
}

function drawViews() {
  $("views").replaceChildren(...(DATA.views.length > 1 ? DATA.views : []).map((view) => {
    const button = element("button", view === state.view ? "on" : "", view);
    button.onclick = () => setView(view);
    return button;
  }));
}

const KEYS = {
  j: () => stepNote(1), ArrowDown: () => stepNote(1), k: () => stepNote(-1), ArrowUp: () => stepNote(-1),
  n: () => stepSpan(1), ArrowRight: () => stepSpan(1), p: () => stepSpan(-1), ArrowLeft: () => stepSpan(-1),
  ".": () => stepWord(1), ",": () => stepWord(-1), ">": () => stretch(1), "<": () => stretch(-1),
  "]": () => stepLine(1), "[": () => stepLine(-1), " ": readOn,
  s: markSeen, w: toggleWrong, m: markMissed, e: toggleEverywhere, "?": () => $("help").showModal(),
  "/": () => $("search").focus(), r: () => { if ($("reason")) $("reason").focus(); },
  c: () => $("almost").click(), l: () => $("labels").click(),
  v: () => setView(DATA.views[(DATA.views.indexOf(state.view) + 1) % DATA.views.length]),
};

function pickByKey(event) {
  const chips = [...$("picks").children];
  const wanted = chips[Number(event.key) - 1] || chips.find((c) => c.dataset.type.startsWith(event.key.toUpperCase()));
  if (!wanted || event.key.length > 1) return;
  event.preventDefault();
  if (/[1-9]/.test(event.key)) wanted.click();
  else wanted.focus();
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if ($("picker").open) return pickByKey(event);
  if (event.target.matches("input:not([type=checkbox])")) {
    if (event.key === "Escape" || event.key === "Enter") event.target.blur();
  } else if (!event.target.matches("select") && !$("help").open && state.note && event.key in KEYS) {
    if (event.key === " " && event.target.matches("button, input")) return;
    event.preventDefault();
    KEYS[event.key]();
  }
});
addEventListener("beforeunload", (event) => { if (!kept && markedNotes().length) event.preventDefault(); });
$("previous").onclick = () => stepNote(-1);
$("next").onclick = () => stepNote(1);
$("seen").onclick = markSeen;
$("help-button").onclick = () => $("help").showModal();
$("save-marks").onclick = () => save("marks.json", marksFile());
$("load-marks").onclick = () => $("marks-file").click();
$("marks-file").onchange = async () => {
  const [file] = $("marks-file").files;
  try {
    loadMarks(await file.text());
  } catch {
    say(`${file.name} is no file of marks`);
  }
  $("marks-file").value = "";
};
$("save-gold").onclick = () => save("reviewed.jsonl", goldLines());
$("save-list").onclick = () => save("marks.toml", entries());
$("forget").onclick = forget;
$("by").oninput = remember;
$("search").oninput = drawAll;
$("order").onchange = drawAll;
$("rules").onchange = () => { state.rule = $("rules").value; $("rules").blur(); drawAll(); };
$("almost").onchange = () => { $("almost").blur(); drawNote(); };
$("labels").onchange = () => { $("labels").blur(); drawNote(); };
recall();
drawButtons();
drawRules();
drawViews();
drawAll();
