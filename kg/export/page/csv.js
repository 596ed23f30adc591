// Nodes and edges as CSV (RFC 4180), a table each.
const Csv = (() => {
  "use strict";

  const JOIN = " | ";

  // A text that a spreadsheet would take for a formula gets an apostrophe in front (CWE-1236), as does one that begins
  // with an apostrophe, so that one can be taken away again. Each text is quoted,
  // so that no other separator can cut a formula out of its middle.
  function cell(value) {
    if (value === null || value === undefined || value === "") return "";
    if (typeof value === "number") return String(value);
    const safe = /^['=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
    return `"${safe.replaceAll('"', '""')}"`;
  }

  // `columns` are [name, value of a row] pairs. The mark of UTF-8 at the start is for spreadsheets.
  function table(columns, rows) {
    const lines = [
      columns.map(([name]) => name),
      ...rows.map((row) => columns.map(([, value]) => cell(value(row)))),
    ];
    return `\ufeff${lines.map((line) => `${line.join(",")}\r\n`).join("")}`;
  }

  const ofPaper = (name) => (node) => (Graph.isPaper(node) ? Graph.paper(node)[name] : null);
  const joined = (name) => (node) => (Graph.isPaper(node) ? Graph.paper(node)[name].join(JOIN) : null);

  const ofConcept = (value) => (node) => (Graph.isConcept(node) ? value(node) : null);
  // IRIs of concepts, which are numbers where they stand in this graph.
  const iris = (concepts) => concepts.map((one) => Graph.nodes.iri[one] ?? one).join(JOIN);

  const NODES = [
    ["id", (node) => Graph.nodes.iri[node]],
    ["type", (node) => Graph.type(node).name],
    ["label", (node) => Graph.nodes.label[node]],
    ["identifier", ofPaper("identifier")],
    ["year", ofPaper("year")],
    ["venue", ofPaper("venue")],
    ["url", (node) => (Graph.isConcept(node) ? null : Graph.url(node))],
    ["keywords", joined("keywords")],
    ["authors", joined("authors")],
    ["doi", ofPaper("doi")],
    ["text", ofPaper("text")],
    ["aliases", ofConcept((node) => Graph.aliases(node).join(JOIN))],
    ["broader", ofConcept((node) => iris(Graph.broader(node)))],
    ["related", ofConcept((node) => iris(Graph.kin(node)))],
    ["ambiguous", ofConcept((node) => (Graph.isAmbiguous(node) ? "true" : null))],
    ["papers", (node) => (Graph.isPaper(node) ? null : Graph.support[node])],
    ["cluster", (node) => Graph.topics.names[Graph.topic(node)]],
  ];

  const EDGES = [
    ["source", (edge) => Graph.nodes.iri[Graph.edges.from[edge]]],
    ["target", (edge) => Graph.nodes.iri[Graph.edges.to[edge]]],
    ["source_label", (edge) => Graph.nodes.label[Graph.edges.from[edge]]],
    ["target_label", (edge) => Graph.nodes.label[Graph.edges.to[edge]]],
    ["target_type", (edge) => Graph.type(Graph.edges.to[edge]).name],
    ["relation", Graph.relation],
    ["role", Graph.role],
    ["confidence", (edge) => Graph.edges.confidence[edge]],
    ["weight", Evidence.weight],
    ["evidence", (edge) => Evidence.words(edge).join(JOIN)],
  ];

  const nodes = (seen) => table(NODES, seen.nodes);
  const edges = (seen) => table(EDGES, seen.edges);

  return { nodes, edges, iris, JOIN };
})();
