//! The word files, by language. To add a language, add a file in `words/gate` and a line here.

/// The files, by language; `symbols` applies to all.
#[rustfmt::skip]
pub(super) const FILES: &[&str] = &[
    include_str!("../../words/gate/af.toml"),
    include_str!("../../words/gate/am.toml"),
    include_str!("../../words/gate/ar.toml"),
    include_str!("../../words/gate/az.toml"),
    include_str!("../../words/gate/be.toml"),
    include_str!("../../words/gate/bg.toml"),
    include_str!("../../words/gate/bn.toml"),
    include_str!("../../words/gate/ca.toml"),
    include_str!("../../words/gate/cs.toml"),
    include_str!("../../words/gate/da.toml"),
    include_str!("../../words/gate/de.toml"),
    include_str!("../../words/gate/el.toml"),
    include_str!("../../words/gate/en.toml"),
    include_str!("../../words/gate/es.toml"),
    include_str!("../../words/gate/et.toml"),
    include_str!("../../words/gate/eu.toml"),
    include_str!("../../words/gate/fa.toml"),
    include_str!("../../words/gate/fi.toml"),
    include_str!("../../words/gate/fr.toml"),
    include_str!("../../words/gate/gl.toml"),
    include_str!("../../words/gate/gu.toml"),
    include_str!("../../words/gate/he.toml"),
    include_str!("../../words/gate/hi.toml"),
    include_str!("../../words/gate/hr.toml"),
    include_str!("../../words/gate/hu.toml"),
    include_str!("../../words/gate/hy.toml"),
    include_str!("../../words/gate/id.toml"),
    include_str!("../../words/gate/is.toml"),
    include_str!("../../words/gate/it.toml"),
    include_str!("../../words/gate/ja.toml"),
    include_str!("../../words/gate/ka.toml"),
    include_str!("../../words/gate/kk.toml"),
    include_str!("../../words/gate/km.toml"),
    include_str!("../../words/gate/kn.toml"),
    include_str!("../../words/gate/ko.toml"),
    include_str!("../../words/gate/lo.toml"),
    include_str!("../../words/gate/lt.toml"),
    include_str!("../../words/gate/lv.toml"),
    include_str!("../../words/gate/mk.toml"),
    include_str!("../../words/gate/ml.toml"),
    include_str!("../../words/gate/mn.toml"),
    include_str!("../../words/gate/mr.toml"),
    include_str!("../../words/gate/ms.toml"),
    include_str!("../../words/gate/my.toml"),
    include_str!("../../words/gate/nb.toml"),
    include_str!("../../words/gate/ne.toml"),
    include_str!("../../words/gate/nl.toml"),
    include_str!("../../words/gate/pa.toml"),
    include_str!("../../words/gate/pl.toml"),
    include_str!("../../words/gate/pt.toml"),
    include_str!("../../words/gate/ro.toml"),
    include_str!("../../words/gate/ru.toml"),
    include_str!("../../words/gate/si.toml"),
    include_str!("../../words/gate/sk.toml"),
    include_str!("../../words/gate/sl.toml"),
    include_str!("../../words/gate/sq.toml"),
    include_str!("../../words/gate/sr-Latn.toml"),
    include_str!("../../words/gate/sr.toml"),
    include_str!("../../words/gate/sv.toml"),
    include_str!("../../words/gate/sw.toml"),
    include_str!("../../words/gate/symbols.toml"),
    include_str!("../../words/gate/ta.toml"),
    include_str!("../../words/gate/te.toml"),
    include_str!("../../words/gate/th.toml"),
    include_str!("../../words/gate/tl.toml"),
    include_str!("../../words/gate/tr.toml"),
    include_str!("../../words/gate/uk.toml"),
    include_str!("../../words/gate/ur.toml"),
    include_str!("../../words/gate/uz.toml"),
    include_str!("../../words/gate/vi.toml"),
    include_str!("../../words/gate/zh-CN.toml"),
    include_str!("../../words/gate/zh-TW.toml"),
    include_str!("../../words/gate/zu.toml"),
];

/// The most common words of each language, from `common.toml`.
pub(super) const COMMON: &str = include_str!("../../words/gate/common.toml");

/// English words that equal, or begin like, a meaningful word of another language but are unrelated to it.
pub(super) const INNOCENT: &str = "
    accord accorded according accordingly accordion accords block blocks blockbuster blockbusters cam commander composer
    composers concealed concentrate concept concepts concern concerned concerning concerns concert concerts concession
    consents diffusion erosion exclude excluded excludes excluding exclusive exclusively installation installations
    installed limping ode pagan pagans pastries pastry payee payees permeate placard plate plateau plated plates poster
    posters preposition retire retired retirement retires ring rings sender senders signer signers slang substitute
    subscribed subscriber subscribers subscription subscriptions substituted substitutes suppress suppressed trot urgency urgent urgently accepted accepts removed removes
";
