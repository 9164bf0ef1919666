//! Networks: which node can send to which. A world lets anybody send to anybody; an algorithm that is bound to a network
//! keeps its neighbours in its state, and [`Algorithm::casts`](super::Algorithm::casts) has a run begin in any of several.

use super::resident::NodeSet;

/// The channels between nodes, each in one direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    outgoing: Vec<NodeSet>,
}

impl Network {
    /// The network with these channels.
    pub fn of_channels(
        nodes: usize,
        channels: impl IntoIterator<Item = (usize, usize)>,
    ) -> Network {
        let mut outgoing = vec![NodeSet::default(); nodes];
        for (from, to) in channels {
            outgoing[from] = outgoing[from].with(to);
        }
        Network { outgoing }
    }

    /// The network in which both ends of these edges can send to each other.
    pub fn of_edges(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Network {
        let both = edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        Network::of_channels(nodes, both)
    }

    /// Every connected undirected network with so many edges, up to the names of all nodes but the first.
    pub fn connected(nodes: usize, edges: usize) -> impl Iterator<Item = Network> {
        let pairs = undirected_pairs(nodes);
        let chosen =
            subsets(pairs.len()).filter(move |chosen| chosen.count_ones() as usize == edges);
        let networks = chosen.map(move |chosen| Network::of_edges(nodes, picked(&pairs, chosen)));
        networks.filter(|network| network.is_strongly_connected() && network.is_named_first(1))
    }

    /// Every tree, up to the names of its nodes.
    pub fn trees(nodes: usize) -> impl Iterator<Item = Network> {
        let rooted = Network::connected(nodes, nodes.saturating_sub(1));
        rooted.filter(|network| network.is_named_first(0))
    }

    /// Every strongly connected network of so many channels, up to the names of all nodes but the first.
    pub fn strongly_connected(nodes: usize, channels: usize) -> impl Iterator<Item = Network> {
        let pairs: Vec<_> = (0..nodes)
            .flat_map(|from| (0..nodes).map(move |to| (from, to)))
            .filter(|(from, to)| from != to)
            .collect();
        let chosen =
            subsets(pairs.len()).filter(move |chosen| chosen.count_ones() as usize == channels);
        let networks =
            chosen.map(move |chosen| Network::of_channels(nodes, picked(&pairs, chosen)));
        networks.filter(|network| network.is_strongly_connected() && network.is_named_first(1))
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.outgoing.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.outgoing.is_empty()
    }

    /// To whom a node can send.
    pub fn outgoing(&self, node: usize) -> NodeSet {
        self.outgoing[node]
    }

    /// Who can send to a node.
    pub fn incoming(&self, node: usize) -> NodeSet {
        let senders = (0..self.len()).filter(|from| self.outgoing[*from].contains(node));
        senders.collect()
    }

    /// The channels, by sender and receiver.
    pub fn channels(&self) -> impl Iterator<Item = (usize, usize)> {
        let of = |from: usize| self.outgoing[from].iter().map(move |to| (from, to));
        (0..self.len()).flat_map(of)
    }

    /// How many hops a message takes from one node to the farthest, on the shortest ways; none if one cannot be reached.
    pub fn eccentricity(&self, from: usize) -> Option<usize> {
        let (mut reached, mut hops) = (NodeSet::only(from), 0);
        while reached.len() < self.len() {
            let next = reached.iter().flat_map(|node| self.outgoing[node].iter());
            let further = next.fold(reached, NodeSet::with);
            if further == reached {
                return None;
            }
            (reached, hops) = (further, hops + 1);
        }
        Some(hops)
    }

    /// How many hops lie between the two nodes that are farthest from each other; none if some pair is not connected.
    pub fn diameter(&self) -> Option<usize> {
        let far = (0..self.len()).map(|node| self.eccentricity(node));
        far.max_by_key(|hops| hops.unwrap_or(usize::MAX)).flatten()
    }

    fn is_strongly_connected(&self) -> bool {
        (0..self.len()).all(|node| self.eccentricity(node).is_some())
    }

    /// Whether no renaming of the nodes after the first `kept` gives a network that comes earlier.
    fn is_named_first(&self, kept: usize) -> bool {
        let mut names: Vec<usize> = (0..self.len()).collect();
        loop {
            let renamed = self.channels().map(|(from, to)| (names[from], names[to]));
            if Network::of_channels(self.len(), renamed).outgoing < self.outgoing {
                return false;
            }
            if !next_permutation(&mut names[kept.min(self.len())..]) {
                return true;
            }
        }
    }
}

fn undirected_pairs(nodes: usize) -> Vec<(usize, usize)> {
    let larger = |a: usize| (a + 1..nodes).map(move |b| (a, b));
    (0..nodes).flat_map(larger).collect()
}

/// All subsets of so many things, as bits.
fn subsets(things: usize) -> std::ops::Range<u64> {
    0..1 << things
}

fn picked(pairs: &[(usize, usize)], chosen: u64) -> impl Iterator<Item = (usize, usize)> {
    let numbered = pairs.iter().enumerate();
    numbered
        .filter(move |(number, _)| chosen >> number & 1 == 1)
        .map(|(_, pair)| *pair)
}

/// Rearranges names to their next order; whether there is one.
fn next_permutation(names: &mut [usize]) -> bool {
    let Some(falls) = (1..names.len()).rev().find(|i| names[i - 1] < names[*i]) else {
        return false;
    };
    let larger = (falls..names.len())
        .rev()
        .find(|i| names[*i] > names[falls - 1]);
    names.swap(falls - 1, larger.expect("the one at `falls` is larger"));
    names[falls..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rooted(nodes: usize) -> usize {
        let edges = nodes.saturating_sub(1)..=nodes * nodes.saturating_sub(1) / 2;
        edges
            .map(|edges| Network::connected(nodes, edges).count())
            .sum()
    }

    #[test]
    fn there_are_as_many_as_the_encyclopedia_of_integer_sequences_says() {
        // A126100, connected graphs with a root; A000055, trees; A000081, trees with a root.
        assert_eq!([1, 2, 3, 4, 5].map(rooted), [1, 1, 3, 11, 58]);
        let trees = |nodes| Network::trees(nodes).count();
        assert_eq!([1, 2, 3, 4, 5, 6].map(trees), [1, 1, 1, 2, 3, 6]);
        let rooted_trees = |nodes: usize| Network::connected(nodes, nodes - 1).count();
        assert_eq!([1, 2, 3, 4, 5].map(rooted_trees), [1, 1, 2, 4, 9]);
    }

    #[test]
    fn of_three_nodes_ten_networks_with_a_root_are_strongly_connected() {
        // Of 2, 9, 6 and 1 with all names, the exchange of S1 and S2 leaves 0, 1, 0 and 1 as they are.
        let of = |channels| Network::strongly_connected(3, channels).count();
        assert_eq!([3, 4, 5, 6].map(of), [1, 5, 3, 1]);
    }

    #[test]
    fn distances_are_counted_in_hops() {
        let path = Network::of_edges(4, [(0, 1), (1, 2), (2, 3)]);
        assert_eq!((path.eccentricity(1), path.diameter()), (Some(2), Some(3)));
        let ring = Network::of_channels(4, [(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!((ring.eccentricity(0), ring.diameter()), (Some(3), Some(3)));
        assert_eq!(ring.incoming(0), NodeSet::only(3));
        let one_way = Network::of_channels(2, [(0, 1)]);
        assert_eq!(
            (one_way.eccentricity(0), one_way.diameter()),
            (Some(1), None)
        );
    }
}
