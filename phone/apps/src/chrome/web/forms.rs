//! A form with a field of every kind; submissions are kept.

use super::{Request, Site, Web, bounded, text};

pub(super) const SITE: Site = Site { hosts: &["forms.example"], get, post: Some(post) };

fn get(request: &Request<'_>) -> Option<String> {
    match request.path {
        "" => Some(
            "<title>Visitor survey</title><header>Visitor survey</header><h1>How was your visit?</h1>
             <form action='/send' method='post'>
             <label for='name'>Your name</label><input id='name' name='name'>
             <label for='age'>Your age</label><input id='age' name='age' type='number'>
             <p>How did you come?</p>
             <label><input type='radio' name='way' value='walk'> On foot</label>
             <label><input type='radio' name='way' value='bike'> By bicycle</label>
             <label><input type='radio' name='way' value='train'> By train</label>
             <p>What did you like?</p>
             <label><input type='checkbox' name='likes' value='food'> The food</label>
             <label><input type='checkbox' name='likes' value='music'> The music</label>
             <label for='again'>Will you come again?</label>
             <select id='again' name='again'><option value=''>Choose</option><option value='yes'>Yes</option>
             <option value='no'>No</option><option value='maybe'>Maybe</option></select>
             <label for='words'>Anything else?</label><textarea id='words' name='words'></textarea>
             <button id='send'>Send</button></form>"
                .to_owned(),
        ),
        "/thanks" => {
            let sent = request.web.forms.last()?;
            let line =
                |(name, value): &(String, String)| format!("<tr><td>{}</td><td>{}</td></tr>", text(name), text(value));
            let lines: String = sent.iter().filter(|(_, value)| !value.is_empty()).map(line).collect();
            Some(format!(
                "<title>Thank you</title><header>Visitor survey</header><h1>Thank you!</h1><p>We have received your answers.</p>
                 <section>{lines}</section><p><a href='/'>Fill in another</a></p>"
            ))
        }
        _ => None,
    }
}

fn post(_path: &str, fields: &[(String, String)], web: &mut Web, _now_ms: i64) -> String {
    web.forms.push(fields.to_vec());
    bounded(&mut web.forms);
    "https://forms.example/thanks".to_owned()
}
