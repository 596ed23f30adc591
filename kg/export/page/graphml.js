// Nodes and edges as GraphML, with the names and types that kg.export.graphml gives them.
const Graphml = (() => {
  "use strict";

  // Readers take some line ends for others unless they are references; kg.export.html left out what XML cannot hold.
  const REFERENCES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "\r": "&#13;",
    "\n": "&#10;",
    "\t": "&#9;",
    "\u2028": "&#8232;",
  };
  const escaped = (text) => text.replace(/[&<>"\r\n\t\u2028]/g, (character) => REFERENCES[character]);

  function channels(node) {
    const color = Number.parseInt(Colors.of(node).slice(1), 16);
    return { r: color >> 16, g: (color >> 8) & 255, b: color & 255 };
  }

  const NODE_KEYS = {
    label: "string",
    x: "double",
    y: "double",
    size: "double",
    r: "int",
    g: "int",
    b: "int",
    type: "string",
    identifier: "string",
    text: "string",
    year: "int",
    venue: "string",
    url: "string",
    keywords: "string",
    authors: "string",
    doi: "string",
    aliases: "string",
    broader: "string",
    related: "string",
    ambiguous: "boolean",
    papers: "int",
    community: "int",
    cluster: "string",
  };
  const EDGE_KEYS = {
    label: "string",
    weight: "double",
    relation: "string",
    role: "string",
    confidence: "double",
    evidence: "string",
  };
  // Keys of nodes and edges share one space of ids.
  const edgeKey = (name) => (name in NODE_KEYS ? `edge_${name}` : name);

  function nodeValues(node) {
    const { x, y, size, label } = Graph.nodes;
    const common = {
      label: label[node],
      x: x[node],
      y: y[node],
      size: size[node],
      ...channels(node),
      type: Graph.type(node).name,
      community: Graph.topic(node),
      cluster: Graph.topics.names[Graph.topic(node)],
    };
    if (Graph.isPaper(node)) {
      const { keywords, authors, ...rest } = Graph.paper(node);
      return { ...common, ...rest, keywords: keywords.join(Csv.JOIN), authors: authors.join(Csv.JOIN) };
    }
    const { [node]: papers } = Graph.support;
    if (Graph.isLink(node)) return { ...common, url: Graph.url(node), papers };
    return {
      ...common,
      aliases: Graph.aliases(node).join(Csv.JOIN),
      broader: Csv.iris(Graph.broader(node)),
      related: Csv.iris(Graph.kin(node)),
      ambiguous: Graph.isAmbiguous(node) || null,
      papers,
    };
  }

  const edgeValues = (edge) => ({
    label: Graph.relation(edge),
    weight: Evidence.weight(edge),
    relation: Graph.relation(edge),
    role: Graph.role(edge),
    confidence: Graph.edges.confidence[edge],
    evidence: Evidence.words(edge).join(Csv.JOIN),
  });

  const data = (values, key) =>
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => `<data key="${key(name)}">${escaped(String(value))}</data>`)
      .join("");
  const keys = (domain, names, key) =>
    Object.entries(names).map(
      ([name, type]) => `<key id="${key(name)}" for="${domain}" attr.name="${name}" attr.type="${type}"/>`,
    );
  const same = (name) => name;

  function node(one) {
    return `<node id="${escaped(Graph.nodes.iri[one])}">${data(nodeValues(one), same)}</node>`;
  }

  function edge(one) {
    const [source, target] = [Graph.edges.from[one], Graph.edges.to[one]].map((end) =>
      escaped(Graph.nodes.iri[end]),
    );
    // The XML attribute label keeps parallel edges apart in Gephi.
    const head = `id="${one}" source="${source}" target="${target}" label="${Graph.relation(one)}"`;
    return `<edge ${head}>${data(edgeValues(one), edgeKey)}</edge>`;
  }

  // The file as a string, of `seen` {nodes, edges}.
  function write(seen) {
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
      ...keys("node", NODE_KEYS, same),
      ...keys("edge", EDGE_KEYS, edgeKey),
      '<graph edgedefault="directed">',
      ...seen.nodes.map(node),
      ...seen.edges.map(edge),
      "</graph>",
      "</graphml>",
      "",
    ].join("\n");
  }

  return { write };
})();
