// "Download what I see": what the map draws, or what the list holds, as files that are made here.
const Download = (() => {
  "use strict";

  const menu = Dom.byId("download");

  // {nodes, edges}: on the map those that are drawn, in the list all that pass the filters.
  function seen() {
    const { nodes, edges, pass, passingEdges } = View.current();
    const listed = State.state.asList;
    const chosen = listed ? pass : nodes;
    return {
      nodes: [...chosen].sort((one, two) => one - two),
      edges: listed ? View.between(pass, passingEdges) : edges,
    };
  }

  const fileName = (ending) => `${Search.fold(Graph.title).replaceAll(" ", "-") || "graph"}${ending}`;

  function save(blob, ending) {
    const url = URL.createObjectURL(blob);
    Dom.element("a", { href: url, download: fileName(ending) }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  const text = (type, make, ending) => () =>
    save(new Blob([make(seen())], { type: `${type};charset=utf-8` }), ending);

  const FILES = [
    ["GraphML", "for Gephi and networkx", text("application/xml", Graphml.write, ".graphml")],
    ["CSV of nodes", "", text("text/csv", Csv.nodes, "-nodes.csv")],
    ["CSV of edges", "with their evidence", text("text/csv", Csv.edges, "-edges.csv")],
    [
      "PNG",
      "the map as a picture",
      () => Drawing.picture().toBlob((blob) => save(blob, ".png"), "image/png"),
    ],
  ];

  function button([name, what, make]) {
    return Dom.element(
      "button",
      {
        type: "button",
        onclick: () => {
          make();
          close();
        },
      },
      name,
      what ? Dom.element("span", { class: "quiet" }, ` ${what}`) : null,
    );
  }

  function open() {
    const { nodes, edges } = seen();
    const what = `${Prose.plural(nodes.length, "node")} and ${Prose.plural(edges.length, "edge")}`;
    const offered = FILES.filter(([name]) => name !== "PNG" || !State.state.asList);
    menu
      .querySelector("div")
      .replaceChildren(Dom.element("p", { class: "quiet" }, `What you see: ${what}`), ...offered.map(button));
  }

  function close() {
    if (!menu.open) return false;
    menu.open = false;
    menu.querySelector("summary").focus();
    return true;
  }

  function create() {
    menu.addEventListener("toggle", () => menu.open && open());
    State.onChange(() => menu.open && open());
    menu.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && close()) event.stopPropagation();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
  }

  return { create };
})();
