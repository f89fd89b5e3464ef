//! Sorts the definitions of all schemas into families: one module of the page for each.
//!
//! A definition that several families use belongs to one and is imported by the others. The struct of a variant takes
//! over the variant's tag if nothing else uses it: `{type: 'tap', x, y}` is on the wire, a `Tap` without its type is
//! not.

use std::collections::{BTreeMap, BTreeSet};

use action::schema::Named;
use anyhow::{Result, ensure};

use super::lower;
use super::shape::{Choice, Definition, Names, Shape};

/// The contents of one module.
#[derive(Debug)]
pub(crate) struct Family {
    /// The module's name.
    pub(crate) name: &'static str,
    /// Its schemas.
    pub(crate) roots: Vec<Root>,
    /// Each schema's own definition, followed by those it mentions first.
    pub(crate) definitions: Vec<Definition>,
    /// Its imports: the name, and the family that owns it.
    pub(crate) imports: BTreeMap<String, &'static str>,
}

/// A schema of a family.
#[derive(Debug)]
pub(crate) struct Root {
    /// The schema's name.
    pub(crate) schema: &'static str,
    /// The name of its definition.
    pub(crate) definition: String,
    /// Its description.
    pub(crate) about: &'static str,
}

impl Family {
    /// Returns its own definitions by name.
    pub(crate) fn names(&self) -> Names<'_> {
        self.definitions.iter().map(|definition| (definition.name.as_str(), definition)).collect()
    }
}

/// Sorts the definitions of all schemas into families, in the order of the table.
pub(crate) fn families(named: &[Named]) -> Result<Vec<Family>> {
    let mut families: Vec<Family> = Vec::new();
    for schema in named {
        let definitions = lower::definitions((schema.schema)().as_value())?;
        let family = match families.iter().position(|family| family.name == schema.family) {
            Some(index) => &mut families[index],
            None => families.push_mut(Family {
                name: schema.family,
                roots: Vec::new(),
                definitions: Vec::new(),
                imports: BTreeMap::new(),
            }),
        };
        if let Some(root) = definitions.first() {
            family.roots.push(Root { schema: schema.name, definition: root.name.clone(), about: schema.about });
        }
        for definition in definitions {
            let known = family.definitions.iter().find(|known| known.name == definition.name);
            ensure!(
                known.is_none_or(|known| known.shape == definition.shape),
                "the family `{}` has two types called `{}`; rename one with `#[schemars(rename = …)]`",
                family.name,
                definition.name
            );
            if known.is_none() {
                family.definitions.push(definition);
            }
        }
    }
    share(&mut families);
    let imported: BTreeSet<String> = families.iter().flat_map(|family| family.imports.keys().cloned()).collect();
    families.iter_mut().for_each(|family| fold_tags(family, &imported));
    Ok(families)
}

/// Assigns each definition to one family: the one whose schema it is, else the first that reaches it. Sorts them in the
/// order in which they are mentioned.
fn share(families: &mut [Family]) {
    let own_schema = |families: &[Family], definition: &Definition| {
        let mut owners = families.iter().filter(|family| family.definitions.contains(definition));
        owners.find(|family| family.roots.iter().any(|root| root.definition == definition.name)).map(|each| each.name)
    };
    let owners: BTreeMap<(&str, String), &'static str> = families
        .iter()
        .flat_map(|family| family.definitions.iter().map(|definition| (family.name, definition)))
        .filter_map(|(user, definition)| {
            own_schema(families, definition).map(|owner| ((user, definition.name.clone()), owner))
        })
        .collect();
    for index in 0..families.len() {
        let (earlier, rest) = families.split_at_mut(index);
        let Some(family) = rest.first_mut() else { continue };
        let mut waiting: BTreeMap<String, Definition> =
            std::mem::take(&mut family.definitions).into_iter().map(|each| (each.name.clone(), each)).collect();
        let mut pending: Vec<String> = family.roots.iter().rev().map(|root| root.definition.clone()).collect();
        while let Some(name) = pending.pop() {
            let Some(definition) = waiting.remove(&name) else { continue };
            let has = |other: &&Family| other.definitions.contains(&definition);
            let first = || earlier.iter().find(has).map(|other| other.name);
            match owners.get(&(family.name, name.clone())).copied().or_else(first) {
                Some(owner) if owner != family.name => _ = family.imports.insert(name, owner),
                _ => {
                    let mut mentioned = Vec::new();
                    definition.shape.mentions(&mut |name| mentioned.push(name.to_owned()));
                    pending.extend(mentioned.into_iter().rev());
                    family.definitions.push(definition);
                }
            }
        }
    }
}

/// Moves the tag of a variant into the variant's struct, if nothing else uses the struct.
fn fold_tags(family: &mut Family, imported: &BTreeSet<String>) {
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for definition in &family.definitions {
        definition.shape.mentions(&mut |name| *uses.entry(name.to_owned()).or_default() += 1);
    }
    for root in &family.roots {
        *uses.entry(root.definition.clone()).or_default() += 1;
    }
    let mut tags = BTreeMap::new();
    let plain: BTreeSet<String> = family
        .definitions
        .iter()
        .filter(|definition| matches!(definition.shape, Shape::Object(_)) && !imported.contains(&definition.name))
        .map(|definition| definition.name.clone())
        .collect();
    for definition in &mut family.definitions {
        let Shape::Union(choices) = &mut definition.shape else { continue };
        for Choice { shape, .. } in choices {
            let Shape::All(parts) = shape else { continue };
            let [Shape::Object(tag), Shape::Named(name)] = parts.as_mut_slice() else { continue };
            if uses.get(name.as_str()) == Some(&1) && plain.contains(name.as_str()) {
                tags.insert(name.clone(), std::mem::take(tag));
                *shape = Shape::Named(std::mem::take(name));
            }
        }
    }
    for definition in &mut family.definitions {
        if let (Shape::Object(fields), Some(tag)) = (&mut definition.shape, tags.remove(&definition.name)) {
            fields.retain(|field| tag.iter().all(|tag| tag.name != field.name));
            fields.splice(0..0, tag);
        }
    }
}

#[cfg(test)]
mod tests;
