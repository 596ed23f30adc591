// The page by keyboard: on the map, arrows go from node to node; elsewhere, a few single keys, which can be turned
// off (WCAG 2.2, 2.1.4), and a dialog that tells them.
const Keys = (() => {
  "use strict";

  const help = Dom.byId("help");
  const single = Dom.byId("single-keys");
  const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const typing = (target) =>
    target.closest?.("input:not([type=checkbox]):not([type=range]), select, textarea");

  function focusSearch() {
    const input = Dom.byId("query");
    input.focus();
    input.select();
  }

  const ANYWHERE = {
    "/": focusSearch,
    "?": () => help.showModal(),
    l: () => State.set({ asList: !State.state.asList }),
  };

  function onMap(event, { pick, fit, announce }) {
    const zooms = {
      "+": () => Drawing.zoom(1.5),
      "=": () => Drawing.zoom(1.5),
      "-": () => Drawing.zoom(1 / 1.5),
      0: fit,
    };
    if (event.key in DIRECTIONS) {
      const node = Drawing.step(DIRECTIONS[event.key]);
      if (node !== null) announce(`${Graph.type(node).name} ${Graph.label(node)}`);
    } else if (event.key === "Enter" && Drawing.pointed() !== null) pick(Drawing.pointed());
    else if (event.key in zooms) zooms[event.key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function anywhere(event) {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
    if (!plain || !single.checked || help.open || !(event.key in ANYWHERE) || typing(event.target)) return;
    event.preventDefault();
    ANYWHERE[event.key]();
  }

  // `actions` are what the map's keys do: pick(node), fit(), announce(text).
  function create(actions) {
    const modified = (event) => event.ctrlKey || event.metaKey || event.altKey;
    Dom.byId("map").addEventListener("keydown", (event) => modified(event) || onMap(event, actions));
    document.addEventListener("keydown", anywhere);
    Dom.byId("show-help").addEventListener("click", () => help.showModal());
    // Escape closes the dialog, not also the panel behind it.
    help.addEventListener("keydown", (event) => event.stopPropagation());
  }

  return { create };
})();
