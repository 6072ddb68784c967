"use strict";
// State and drawing. Offsets are code points; a note's text is cut into code points once, when it is first shown.
const DATA = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const HUES = { NAME: 352, DATE: 212, LOCATION: 140, CONTACT: 275, ID: 24, AGE: 48, PROFESSION: 182 };
const [START, END, TYPE, RULE, WEIGHT, KIND, TO] = [0, 1, 2, 3, 4, 5, 6];
const TITLES = {
  found: DATA.verb, kept: "found, kept by the profile", almost: "almost: weight too low", miss: "missed",
  alarm: "false alarm", missed: "marked as missed", wrong: "marked as wrong",
};
const state = { note: null, focus: -1, off: new Set(), rule: "", view: DATA.views[0], order: [], marks: new Map(), seen: new Set(), dirty: false };

function hue(type) {
  const info = DATA.types[type] || ["", 0];
  let base = HUES[info[0]];
  if (base === undefined) base = [...type].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 360, 7);
  return (base + info[1] * 4 + 360) % 360;
}

function element(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
}

function points(note) {
  if (!note.points) note.points = /[\ud800-\udfff]/.test(note.text) ? Array.from(note.text) : note.text;
  return note.points;
}

function piece(note, start, end) {
  const all = points(note);
  return typeof all === "string" ? all.slice(start, end) : all.slice(start, end).join("");
}

// What the reviewer said of a note: spans marked wrong (by index) and spans added.
function marksOf(note) {
  if (!state.marks.has(note)) state.marks.set(note, { wrong: new Set(), missed: [] });
  return state.marks.get(note);
}

function spansOf(note) {
  const marks = marksOf(note);
  const missed = marks.missed.map((m) => [m.start, m.end, m.type, "reviewer", 100, "missed"]);
  const covered = (s) => missed.some((m) => m[START] < s[END] && s[START] < m[END]);
  const own = note.spans.filter((s) => (s[KIND] !== "almost" && s[KIND] !== "alarm") || !covered(s));
  return [...own, ...missed].sort((a, b) => a[START] - b[START] || a[END] - b[END]);
}

function kindOf(note, span) {
  return marksOf(note).wrong.has(note.spans.indexOf(span)) ? "wrong" : span[KIND];
}

function shown(span) {
  if (span[KIND] === "missed") return true;
  if (state.off.has(span[TYPE]) || (state.rule && span[RULE] !== state.rule)) return false;
  return span[KIND] !== "almost" || $("almost").checked;
}

function drawTypes() {
  const counts = new Map();
  for (const note of DATA.notes) for (const s of note.spans) counts.set(s[TYPE], (counts.get(s[TYPE]) || 0) + 1);
  const known = Object.keys(DATA.types);
  const rank = (type) => { const at = known.indexOf(type); return at < 0 ? known.length : at; };
  const inOrder = [...counts].sort((a, b) => rank(a[0]) - rank(b[0]) || (a[0] < b[0] ? -1 : 1));
  $("types").replaceChildren(...inOrder.map(([type, count]) => {
    const chip = element("button", "chip" + (state.off.has(type) ? " off" : ""), `${type} ${count}`);
    chip.style.setProperty("--h", hue(type));
    chip.title = "Click: hide or show. Double click: only this type.";
    chip.onclick = () => { state.off.has(type) ? state.off.delete(type) : state.off.add(type); drawAll(); };
    chip.ondblclick = () => { state.off = new Set([...counts.keys()].filter((t) => t !== type)); drawAll(); };
    return chip;
  }));
}

function drawRules() {
  const counts = new Map();
  for (const note of DATA.notes) for (const s of note.spans) counts.set(s[RULE], (counts.get(s[RULE]) || 0) + 1);
  const options = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  $("rules").replaceChildren(new Option("every rule", ""), ...options.map(([r, n]) => new Option(`${r}  (${n})`, r)));
}

function visibleNotes() {
  const words = $("search").value.toLowerCase();
  const fits = (n) => (!words || n.name.toLowerCase().includes(words) || n.text.toLowerCase().includes(words))
    && ((!state.off.size && !state.rule) || n.spans.some(shown));
  const how = $("order").value;
  const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  const orders = {
    risk: (a, b) => b.risk - a.risk || byName(a, b), name: byName,
    unseen: (a, b) => state.seen.has(a) - state.seen.has(b) || b.risk - a.risk || byName(a, b),
  };
  return DATA.notes.filter(fits).sort(orders[how]);
}

function drawNotes() {
  state.order = visibleNotes();
  const most = Math.max(...DATA.notes.map((n) => n.risk), 0.001);
  const rows = state.order.map((note) => {
    const row = element("li", (state.seen.has(note) ? "seen" : "") + (note === state.note ? " current" : ""));
    const file = element("span", "file");
    file.append(element("bdi", "", note.name));
    file.title = note.name;
    const risk = element("span", "risk");
    risk.title = `risk ${note.risk}`;
    const level = element("i");
    level.style.width = `${Math.round((100 * note.risk) / most)}%`;
    risk.append(level);
    const marks = marksOf(note);
    const count = (kinds) => note.spans.filter((s) => kinds.includes(s[KIND])).length;
    const parts = [[count(["found"]), DATA.verb], [count(["almost"]), "low"], [count(["miss"]), "missed"],
      [count(["alarm"]), "false"], [marks.wrong.size, "✗"], [marks.missed.length, "＋"]];
    const counts = element("span", "counts", parts.filter((p) => p[0]).map((p) => p.join(" ")).join(" · ") || "nothing found");
    row.append(file, risk, counts, element("span", "tick", state.seen.has(note) ? "✓" : ""));
    row.onclick = () => open_(note);
    return row;
  });
  $("notes").replaceChildren(...(rows.length ? rows : [element("li", "empty", "No note fits the search and filters.")]));
  $("summary").textContent = `${DATA.notes.length} notes, ${state.seen.size} seen` + (DATA.about ? ` · ${DATA.about}` : "");
}

function drawNote() {
  const note = state.note;
  const panes = [];
  if (note) {
    const views = state.view === "side by side" ? ["before", "after"] : [state.view];
    for (const view of views) panes.push(pane(note, view));
    $("name").textContent = note.name;
    $("place").textContent = `${state.order.indexOf(note) + 1} of ${state.order.length}`;
  }
  $("panes").classList.toggle("labels", $("labels").checked);
  $("panes").replaceChildren(...(panes.length ? panes : [element("div", "pane empty", "Nothing to show.")]));
  focusSpan(state.focus);
  drawDetail();
}

function pane(note, view) {
  const box = element("div", "pane");
  if (DATA.views.length > 1) box.append(element("h2", "", view));
  const text = element("pre");
  text.dataset.view = view;
  let at = 0;
  spansOf(note).forEach((span, index) => {
    if (span[START] < at) return;
    const visible = shown(span);
    text.append(piece(note, at, span[START]));
    const replaced = view === "after" && span[TO] !== undefined && span[TO] !== null;
    if (!visible && !replaced) text.append(piece(note, span[START], span[END]));
    else text.append(markNode(note, span, index, visible, replaced));
    at = span[END];
  });
  text.append(piece(note, at, points(note).length));
  box.append(text);
  return box;
}

function markNode(note, span, index, visible, replaced) {
  const node = element("mark", visible ? kindOf(note, span) : "faint", replaced ? span[TO] : piece(note, span[START], span[END]));
  node.style.setProperty("--h", hue(span[TYPE]));
  node.dataset.type = span[TYPE];
  node.dataset.index = index;
  node.dataset.start = span[START];
  if (!visible) return node;
  node.onclick = () => focusSpan(index);
  node.onmousemove = (event) => tip(event, `${span[TYPE]} · ${span[RULE]} · weight ${span[WEIGHT]} · ${TITLES[kindOf(note, span)]}`);
  node.onmouseleave = () => { $("tip").hidden = true; };
  return node;
}

function tip(event, text) {
  const box = $("tip");
  box.textContent = text;
  box.hidden = false;
  box.style.left = `${Math.min(event.clientX + 12, innerWidth - box.offsetWidth - 8)}px`;
  box.style.top = `${Math.min(event.clientY + 16, innerHeight - box.offsetHeight - 8)}px`;
}

function focused() {
  const span = state.note && state.focus >= 0 ? spansOf(state.note)[state.focus] : undefined;
  return span && shown(span) ? span : undefined;
}

function focusSpan(index) {
  state.focus = index;
  for (const node of document.querySelectorAll("mark.focus")) node.classList.remove("focus");
  for (const node of document.querySelectorAll(`mark[data-index="${index}"]:not(.faint)`)) {
    node.classList.add("focus");
    node.scrollIntoView({ block: "nearest" });
  }
  drawDetail();
}

function stepSpan(by) {
  if (!state.note) return;
  const spans = spansOf(state.note);
  for (let i = state.focus + by; i >= 0 && i < spans.length; i += by) if (shown(spans[i])) return focusSpan(i);
}

function drawDetail() {
  const span = focused();
  if (!span) {
    $("detail").replaceChildren(element("span", "dim", "n, p: step through the spans. Select text and press m: it was missed."));
    return;
  }
  const kind = kindOf(state.note, span);
  const chip = element("span", "chip", span[TYPE]);
  chip.style.setProperty("--h", hue(span[TYPE]));
  const facts = [chip, element("b", "", piece(state.note, span[START], span[END])), element("span", "", `rule ${span[RULE]}`),
    element("span", "", `weight ${span[WEIGHT]}`), element("span", "dim", TITLES[kind] || kind), element("span", "grow")];
  const button = (text, act) => { const b = element("button", "", text); b.onclick = act; return b; };
  if (["found", "kept", "alarm", "miss", "wrong"].includes(kind)) facts.push(button(kind === "wrong" ? "Not wrong (w)" : "Wrong (w)", toggleWrong));
  if (["almost", "alarm"].includes(kind)) facts.push(button("Missed (m)", markMissed));
  if (kind === "missed") facts.push(button("Undo (w)", toggleWrong));
  $("detail").replaceChildren(...facts);
}

function open_(note) {
  state.note = note;
  state.focus = -1;
  for (const row of $("notes").children) row.classList.remove("current");
  const row = $("notes").children[state.order.indexOf(note)];
  if (row && note) { row.classList.add("current"); row.scrollIntoView({ block: "nearest" }); }
  drawNote();
  for (const box of document.querySelectorAll(".pane")) box.scrollTop = 0;
}

function stepNote(by) {
  const at = state.order.indexOf(state.note) + by;
  if (at >= 0 && at < state.order.length) open_(state.order[at]);
}

function drawAll() {
  drawTypes();
  drawNotes();
  if (!state.order.includes(state.note)) state.note = state.order[0] || null;
  open_(state.note);
}
