// Read a graph file as Gephi Lite does, and print what came of it as JSON.
// usage: node read.cjs graphml|gexf FILE
"use strict";

const fs = require("node:fs");
const Graph = require("graphology");
const readers = { graphml: require("graphology-graphml"), gexf: require("graphology-gexf") };

const [format, file] = process.argv.slice(2);
const graph = readers[format].parse(Graph, fs.readFileSync(file, "utf8"));

process.stdout.write(
  JSON.stringify({
    directed: graph.type === "directed",
    nodes: Object.fromEntries(graph.mapNodes((id, attributes) => [id, attributes])),
    edges: graph.mapEdges((id, attributes, source, target) => ({ id, source, target, attributes })),
  }),
);
