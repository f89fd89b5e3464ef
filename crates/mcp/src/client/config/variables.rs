//! Variables in a server's entry: `${VAR}`, `${env:VAR}` and `${VAR:-otherwise}`.

/// Substitutes the variables of a text, or returns which one is not available and what to do.
pub(super) fn filled(text: &str, env: &impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("${") {
        out.push_str(before);
        let Some((inside, behind)) = after.split_once('}') else {
            // Not a variable: a password may contain `${`.
            out.push_str("${");
            rest = after;
            continue;
        };
        out.push_str(&value(inside, env)?);
        rest = behind;
    }
    out.push_str(rest);
    Ok(out)
}

fn value(inside: &str, env: &impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let (name, otherwise) = match inside.split_once(":-") {
        Some((name, otherwise)) => (name, Some(otherwise)),
        None => (inside, None),
    };
    let name = match name.split_once(':') {
        None if name == "userHome" => "HOME",
        None if name == "pathSeparator" || name == "/" => return Ok(std::path::MAIN_SEPARATOR.to_string()),
        None => name,
        Some(("env", name)) => name,
        Some(("input", name)) => {
            return Err(format!(
                "`${{input:{name}}}` is asked for by an editor, which is not there: put it into an environment variable \
                 and write `${{env:NAME}}`"
            ));
        }
        Some(_) => return Err(format!("`${{{inside}}}` is not known here; `${{env:NAME}}` is")),
    };
    let found = env(name).filter(|value| !value.is_empty() || otherwise.is_none());
    found.or_else(|| otherwise.map(str::to_owned)).ok_or_else(|| {
        let editors = name.starts_with("workspace") || name == "cwd" || name.starts_with("file");
        let hint = if editors { "only an editor has it: write the path itself" } else { "set it, or write the value" };
        format!("the environment variable `{name}` is not set; {hint}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_put_in_or_named() {
        let env = |name: &str| match name {
            "TOKEN" => Some("t0k".to_owned()),
            "HOME" => Some("/home/sam".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        let check = |text: &str, expected: Result<&str, &str>| match (filled(text, &env), expected) {
            (Ok(value), Ok(expected)) => assert_eq!(value, expected, "{text}"),
            (Err(why), Err(part)) => assert!(why.contains(part), "{text}: {why}"),
            (got, _) => panic!("{text}: {got:?}"),
        };
        check("plain $HOME", Ok("plain $HOME"));
        check("Bearer ${TOKEN}", Ok("Bearer t0k"));
        check("${env:TOKEN}${TOKEN}", Ok("t0kt0k"));
        check("${userHome}/notes", Ok("/home/sam/notes"));
        check("${MISSING:-8080}:${EMPTY:-x}", Ok("8080:x"));
        check("${EMPTY}", Ok(""));
        check("a${b", Ok("a${b"));
        check("${MISSING}", Err("`MISSING` is not set"));
        check("${input:key}", Err("environment variable"));
        check("${workspaceFolder}/x", Err("only an editor has it"));
        check("${command:pick}", Err("is not known here"));
    }
}
