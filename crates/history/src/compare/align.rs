//! Sequence alignment of steps (Needleman and Wunsch): the pairing with the greatest likeness, in order.
//!
//! Of equally good pairings it takes the one that pairs as early as possible. Runs repeat steps such as "back", and those
//! who compare want to know where two runs part *first*. The table therefore begins at the end of the runs.

use super::signature::Signature;

/// The most steps of a run that are aligned: the table then has four million cells, a byte each.
pub(super) const MOST: usize = 2_000;
/// What it costs to leave a step without a partner.
const GAP: i32 = -1;

/// Two steps that belong together, or one without a partner, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aligned {
    Both(usize, usize),
    OnlyA(usize),
    OnlyB(usize),
}

/// The step that led to a cell of the table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Both,
    A,
    B,
}

/// Aligns two runs.
pub(super) fn align(a: &[Signature], b: &[Signature]) -> Vec<Aligned> {
    let width = b.len() + 1;
    let mut from = vec![From::B; (a.len() + 1) * width];
    let gap = |steps: usize| GAP * i32::try_from(steps).unwrap_or(i32::MAX / 2);
    let mut above: Vec<i32> = (0..width).map(gap).collect();
    let mut row = vec![0; width];
    for (one, step) in a.iter().rev().enumerate() {
        row[0] = gap(one + 1);
        from[(one + 1) * width] = From::A;
        for (other, with) in b.iter().rev().enumerate() {
            let both = above[other] + step.likeness(with);
            let (only_a, only_b) = (above[other + 1] + GAP, row[other] + GAP);
            // Of equals, a pair: two steps that stand alone say less.
            let (best, way) = match () {
                () if both >= only_a && both >= only_b => (both, From::Both),
                () if only_a >= only_b => (only_a, From::A),
                () => (only_b, From::B),
            };
            row[other + 1] = best;
            from[(one + 1) * width + other + 1] = way;
        }
        std::mem::swap(&mut above, &mut row);
    }
    let (mut one, mut other) = (a.len(), b.len());
    let mut aligned = Vec::with_capacity(one.max(other));
    // The cell (one, other) is about the last steps of both runs, so many of each.
    let (in_a, in_b) = (|left: usize| a.len() - left, |left: usize| b.len() - left);
    while one > 0 || other > 0 {
        match from[one * width + other] {
            From::Both if one > 0 && other > 0 => {
                aligned.push(Aligned::Both(in_a(one), in_b(other)));
                (one, other) = (one - 1, other - 1);
            }
            From::B if other > 0 => {
                aligned.push(Aligned::OnlyB(in_b(other)));
                other -= 1;
            }
            _ if one > 0 => {
                aligned.push(Aligned::OnlyA(in_a(one)));
                one -= 1;
            }
            // The edges of the table leave no such cell.
            _ => break,
        }
    }
    aligned
}
