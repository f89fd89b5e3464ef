//! The texts of the articles.

use super::{Article, ENCYCLOPEDIA_HOST, NEWS_HOST, WEATHER_HOST};

/// All of them, by site.
pub(in super::super) const ARTICLES: &[Article] = &[
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "liechtenstein",
        title: "Liechtenstein",
        about: "A small country in the Alps between Switzerland and Austria.",
        body: "<p>Liechtenstein lies on the right bank of the upper Rhine. It is about 25 kilometres long and has some 40,000 people in eleven municipalities.</p><h2>Places</h2><ul><li>Vaduz, where the government sits</li><li>Schaan, the largest</li><li>Malbun, a village for skiing</li></ul><h2>Money</h2><p>People pay with Swiss francs.</p>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "rome",
        title: "Rome",
        about: "The capital of Italy, on the river Tiber.",
        body: "<p>Rome has been lived in for more than 2,700 years and is home to about 2.8 million people today.</p><h2>To see</h2><ul><li>The Colosseum</li><li>The Pantheon</li><li>The Trevi Fountain</li></ul><p>See also <a href='https://weather.example/rome'>the climate of Rome</a>.</p>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "eiffel-tower",
        title: "Eiffel Tower",
        about: "An iron tower in Paris, 330 metres tall.",
        body: "<p>The tower was built for the world's fair of 1889. With its antennas it is 330 metres tall; the highest floor for visitors is at 276 metres.</p><table><tr><td>Built</td><td>1887 to 1889</td></tr><tr><td>Steps</td><td>1,665</td></tr><tr><td>Material</td><td>Wrought iron</td></tr></table>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "rust-language",
        title: "Rust (programming language)",
        about: "A language for programs that are fast and safe with memory.",
        body: "<p>Rust checks at compile time who owns a value and who may borrow it. That rules out whole classes of mistakes without a garbage collector.</p><pre>fn main() {\n    println!(\"hello\");\n}</pre><p>Its first stable version appeared in 2015.</p>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "coffee",
        title: "Coffee",
        about: "A drink made of the roasted seeds of the coffee plant.",
        body: "<p>For a cup with a paper filter one takes about 15 grams of ground coffee and 250 millilitres of water just below boiling.</p><ol><li>Rinse the filter.</li><li>Wet the coffee and wait half a minute.</li><li>Pour the rest slowly in circles.</li></ol>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "penguins",
        title: "Penguins",
        about: "Birds of the southern half of the world that swim and do not fly.",
        body: "<p>The largest, the emperor penguin, grows to more than a metre and weighs up to 40 kilograms. Both parents take turns at warming the egg and fetching food.</p><blockquote>On land they waddle, in water they fly.</blockquote>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "bicycle",
        title: "Bicycle repair: a flat tyre",
        about: "How to find and patch a hole in an inner tube.",
        body: "<ol><li>Take the wheel out and lift one side of the tyre off the rim.</li><li>Pump the tube up and listen, or hold it under water.</li><li>Roughen the place, spread glue, wait five minutes.</li><li>Press the patch on and put everything back.</li></ol>",
    },
    Article {
        host: ENCYCLOPEDIA_HOST,
        path: "northern-lights",
        title: "Northern lights",
        about: "Why the sky glows green near the poles.",
        body: "<p>Particles from the sun are led by the Earth's magnetic field to the poles and make the air glow: green comes from oxygen at 100 to 150 kilometres, red from higher up.</p>",
    },
    Article {
        host: NEWS_HOST,
        path: "library",
        title: "City library opens on Sundays",
        about: "From next month readers can come on seven days a week.",
        body: "<p>The city library will be open on Sundays from eleven to five, the council decided on Tuesday. Two years of trials had brought more visitors than expected.</p><p>Books can be returned at the machine beside the entrance at any hour.</p>",
    },
    Article {
        host: NEWS_HOST,
        path: "bridge",
        title: "Old bridge closed for repairs",
        about: "Drivers take the ring road until the end of the year.",
        body: "<p>The bridge over the river will be closed to cars from Monday. Cyclists and people on foot may use it except on three weekends, which will be announced.</p>",
    },
    Article {
        host: NEWS_HOST,
        path: "marathon",
        title: "Record at the river marathon",
        about: "Nearly nine thousand runners, and the fastest time in its history.",
        body: "<p>With 2:08:41 the winner was half a minute faster than the record of four years ago. The oldest runner, aged 81, was cheered across the line after six hours.</p>",
    },
    Article {
        host: NEWS_HOST,
        path: "recipe",
        title: "Recipe of the week: lentil soup",
        about: "Half an hour, one pot, four plates.",
        body: "<h2>You need</h2><ul><li>250 g red lentils</li><li>1 onion, 2 carrots</li><li>1 litre of stock</li><li>Lemon, cumin, salt</li></ul><h2>So it goes</h2><ol><li>Fry onion, carrots and cumin.</li><li>Add lentils and stock, cook for 20 minutes.</li><li>Finish with lemon.</li></ol>",
    },
    Article {
        host: WEATHER_HOST,
        path: "rome",
        title: "Climate of Rome",
        about: "Mild winters, hot and dry summers: the usual weather in Rome by season.",
        body: "<table><tr><td>Winter</td><td>3 to 13 °C</td><td>7 wet days a month</td></tr><tr><td>Spring</td><td>9 to 20 °C</td><td>7 wet days</td></tr><tr><td>Summer</td><td>18 to 31 °C</td><td>2 wet days</td></tr><tr><td>Autumn</td><td>11 to 22 °C</td><td>8 wet days</td></tr></table>",
    },
    Article {
        host: WEATHER_HOST,
        path: "berlin",
        title: "Climate of Berlin",
        about: "Cold winters and warm summers: the usual weather in Berlin by season.",
        body: "<table><tr><td>Winter</td><td>-2 to 4 °C</td></tr><tr><td>Spring</td><td>4 to 14 °C</td></tr><tr><td>Summer</td><td>14 to 25 °C</td></tr><tr><td>Autumn</td><td>6 to 14 °C</td></tr></table>",
    },
    Article {
        host: WEATHER_HOST,
        path: "vaduz",
        title: "Climate of Vaduz",
        about: "A valley with warm wind from the mountains: the usual weather by season.",
        body: "<p>The föhn, a warm wind from the south, can bring 15 °C in January.</p><table><tr><td>Winter</td><td>-3 to 5 °C</td></tr><tr><td>Summer</td><td>13 to 25 °C</td></tr></table>",
    },
];
