//! "On Spanning Trees": what the slide says of graphs, before any algorithm, over every connected graph of up to five vertices.
//!
//! A spanning tree of G is read as a part of G that reaches every vertex and has no cycle; the rest of the slide must follow.

use verdict_checker::catalog::{Claim, Model, Parameter, SetupError};
use verdict_checker::domain::{Domain, Instance, every_instance_is_right};
use verdict_checker::size::Size;

verdict_checker::mutants! {
    /// Errors in what is taken for a spanning tree.
    Cyclic = "cyclic": "a spanning tree may have a cycle",
    Partial = "partial": "a spanning tree need not reach every vertex",
}

/// A set of edges, as bits.
type Edges = u32;

/// All graphs of so many vertices.
struct Vertices(usize);

impl Vertices {
    fn pairs(&self) -> Vec<(usize, usize)> {
        let pairs = (0..self.0).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs.collect()
    }

    /// Into how many parts these edges leave the vertices, and whether there is a cycle.
    fn parts_and_cycle(&self, edges: Edges) -> (usize, bool) {
        let mut part: Vec<usize> = (0..self.0).collect();
        let (mut parts, mut cycle) = (self.0, false);
        for (number, (a, b)) in self.pairs().into_iter().enumerate() {
            if edges & (1 << number) == 0 {
                continue;
            }
            let (from, to) = (part[a], part[b]);
            if from == to {
                cycle = true;
                continue;
            }
            part.iter_mut()
                .filter(|part| **part == from)
                .for_each(|part| *part = to);
            parts -= 1;
        }
        (parts, cycle)
    }

    fn is_connected(&self, edges: Edges) -> bool {
        self.parts_and_cycle(edges).0 == 1
    }

    fn has_cycle(&self, edges: Edges) -> bool {
        self.parts_and_cycle(edges).1
    }

    fn is_spanning_tree(&self, edges: Edges, mutant: Option<Mutant>) -> bool {
        let connected = self.is_connected(edges) || mutant == Some(Mutant::Partial);
        connected && (!self.has_cycle(edges) || mutant == Some(Mutant::Cyclic))
    }

    fn connected(&self) -> impl Iterator<Item = Edges> {
        (0..1 << self.pairs().len()).filter(|edges| self.is_connected(*edges))
    }
}

fn within(graph: Edges) -> impl Iterator<Item = Edges> {
    (0..=graph).filter(move |part| part & !graph == 0)
}

fn each(edges: Edges) -> impl Iterator<Item = Edges> {
    (0..Edges::BITS)
        .map(|number| 1 << number)
        .filter(move |edge| edges & edge != 0)
}

fn instance(vertices: usize, mutant: Option<Mutant>) -> Instance {
    let all = Vertices(vertices);
    let (mut graphs, mut trees) = (0, 0);
    let [mut some, mut sized, mut minimal, mut maximal] = [true; 4];
    for graph in all.connected() {
        let mut own = 0;
        for tree in within(graph).filter(|part| all.is_spanning_tree(*part, mutant)) {
            own += 1;
            sized &= tree.count_ones() as usize == vertices - 1;
            minimal &= each(tree).all(|edge| !all.is_connected(tree & !edge));
            maximal &= each(graph & !tree).all(|edge| all.has_cycle(tree | edge));
        }
        some &= own > 0;
        graphs += 1;
        trees += own;
    }
    let most = vertices * (vertices - 1) / 2;
    let counts = || all.connected().map(|graph| graph.count_ones() as usize);
    let edges = counts().min() == Some(vertices - 1) && counts().max() == Some(most);
    Instance::new(format!("n = {vertices}"))
        .with("connected graphs", graphs)
        .with("spanning trees", trees)
        .with("at least one each", some)
        .with("n-1 edges each", sized)
        .with("an edge less disconnects", minimal)
        .with("an edge more makes a cycle", maximal)
        .with("E from n-1 to n(n-1)/2", edges)
        .must(some && sized && minimal && maximal && edges)
}

/// Every connected graph of up to five vertices.
#[derive(Clone, Copy, Debug)]
struct Graphs;

impl Model for Graphs {
    type Mutant = Mutant;
    type Space = Domain;

    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn build(&self, _: &Size, mutant: Option<Mutant>) -> Result<Domain, SetupError> {
        let setting = "all connected graphs of 1 to 5 vertices, and all their parts";
        Ok(Domain::new(setting, move || {
            (1..=5).map(|vertices| instance(vertices, mutant)).collect()
        }))
    }
}

/// What the slide says of graphs.
pub fn on_spanning_trees() -> Claim {
    Claim::quantity(
        "basics/spanning-tree/graphs",
        "On Spanning Trees; What about Complexity?",
        "Every connected graph with n nodes has a spanning tree; each has n-1 edges, is disconnected by the removal of an edge, and \
         gets a loop by the addition of one; E lies between n-1 and n(n-1)/2.",
    )
    .case(
        Graphs
            .asks(every_instance_is_right)
            .reading(
                "as-meant",
                "a spanning tree reaches every node and has no cycle; the last is said of a connected graph, not, as printed, of a \
                 connected tree; n = 1 to 5",
            )
            .sizes([[]])
            .kills([Mutant::Cyclic, Mutant::Partial]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cayley's formula, by a way that looks at no tree but counts them: n^(n-2) in the complete graph.
    #[test]
    fn a_complete_graph_has_as_many_spanning_trees_as_cayley_says() {
        for vertices in 2..=5_usize {
            let all = Vertices(vertices);
            let complete = (1 << all.pairs().len()) - 1;
            let trees = within(complete).filter(|part| all.is_spanning_tree(*part, None));
            let cayley = vertices.pow(vertices as u32 - 2);
            assert_eq!(trees.count(), cayley, "n = {vertices}");
        }
    }
}
