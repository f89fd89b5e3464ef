//! The parts of random recipes, in the ranges that the benchmark uses.

use super::super::task::Random;

/// A recipe without its id; its source is empty and it is not a favourite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recipe {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) servings: String,
    pub(super) time: String,
    pub(super) ingredients: String,
    pub(super) directions: String,
}

/// Dishes and their directions.
pub(super) const DISHES: &[(&str, &str)] = &[
    ("Lentil Coconut Soup", "Simmer red lentils with onion, ginger and coconut milk until soft."),
    ("Mushroom Barley Pot", "Brown mushrooms in butter, add barley and stock, cook until tender."),
    ("Zucchini Fritters", "Grate zucchini, mix with egg and flour, fry in olive oil."),
    ("Tomato Bread Salad", "Toss stale bread with tomatoes, basil and olive oil."),
    ("Ginger Pork Stir Fry", "Sear pork strips, add ginger, peppers and soy sauce."),
    ("Baked Feta with Olives", "Bake feta with olives, thyme and a splash of lemon."),
    ("Chickpea Spinach Stew", "Cook chickpeas with spinach, garlic and smoked paprika."),
    ("Salmon with Dill Crust", "Coat salmon in mustard and dill, roast for twelve minutes."),
    ("Potato Leek Gratin", "Layer potatoes and leek with cream, bake until golden."),
    ("Beetroot Walnut Dip", "Blend roasted beetroot with walnuts and yogurt."),
    ("Lemon Chicken Tray Bake", "Roast chicken thighs with lemon, potatoes and oregano."),
    ("Sweet Corn Chowder", "Sauté onion and celery, add corn and milk, blend half of it."),
    ("Aubergine Parmigiana", "Fry aubergine slices, layer with tomato sauce and mozzarella."),
    ("Pumpkin Sage Risotto", "Stir rice with stock, fold in roast pumpkin and sage."),
    ("Shrimp Garlic Noodles", "Cook noodles, toss with shrimp, garlic and chili flakes."),
    ("Black Bean Tacos", "Warm black beans with cumin, serve in tortillas with avocado."),
    ("Cauliflower Curry", "Fry curry paste, add cauliflower, coconut milk and peas."),
    ("Apple Cinnamon Oats", "Simmer oats with milk, apple and cinnamon."),
    ("Spinach Ricotta Shells", "Fill pasta shells with ricotta and spinach, bake in tomato sauce."),
    ("Peanut Tofu Bowl", "Crisp tofu cubes, serve with rice, cucumber and peanut sauce."),
    ("Roast Carrot Hummus", "Roast carrots, blend with chickpeas and tahini."),
    ("Turkey Bean Chili", "Brown turkey, add beans, tomatoes and chili powder, simmer."),
    ("Cheddar Broccoli Bake", "Mix broccoli with rice and cheddar, bake until it bubbles."),
    ("Cucumber Mint Yogurt", "Stir grated cucumber and mint into thick yogurt."),
    ("Fennel Orange Salad", "Shave fennel, add orange segments and black olives."),
    ("Honey Mustard Drumsticks", "Marinate drumsticks in honey and mustard, roast until sticky."),
];

/// Ingredients in the directions of some recipes, and a few that none contains.
pub(super) const INGREDIENTS: &[&str] =
    &["spinach", "coconut milk", "olive oil", "feta", "ginger", "tahini", "walnuts", "barley", "quinoa", "lobster"];

const DESCRIPTIONS: &[&str] =
    &["Quick to make and easy to like.", "A calm dish for the end of the day.", "Tastes even better on the next day."];

const CLOSINGS: &[&str] =
    &[" Season to taste.", " Serve warm with fresh herbs.", " Swap vegetables as the season has them."];

const INGREDIENT_TEXTS: &[&str] = &[
    "see directions",
    "to your liking",
    "from the pantry",
    "half a kilo of each",
    "amounts as you like",
    "one handful each",
    "for a large pot",
    "for a small pan",
    "fresh if possible",
    "a cup of each",
];

const SERVINGS: &[&str] = &["1 serving", "2 servings", "3-4 servings", "6 servings", "8 servings"];

/// Preparation times.
pub(super) const TIMES: &[&str] = &["10 mins", "20 mins", "30 mins", "45 mins", "1 hrs", "2 hrs", "3 hrs", "4 hrs"];

/// Creates a dish with random details.
pub(super) fn recipe(dish: usize, random: &mut Random) -> Recipe {
    let (title, directions) = DISHES[dish % DISHES.len()];
    Recipe {
        title: title.to_owned(),
        description: (*random.one(DESCRIPTIONS)).to_owned(),
        servings: (*random.one(SERVINGS)).to_owned(),
        time: (*random.one(TIMES)).to_owned(),
        ingredients: (*random.one(INGREDIENT_TEXTS)).to_owned(),
        directions: format!("{directions}{}", random.one(CLOSINGS)),
    }
}

/// Creates `count` recipes with distinct titles while there are dishes left.
pub(super) fn recipes(count: usize, random: &mut Random) -> Vec<Recipe> {
    let order = random.some(&(0..DISHES.len()).collect::<Vec<_>>(), DISHES.len());
    order.iter().cycle().take(count).map(|dish| recipe(*dish, random)).collect()
}

/// Creates the same dish with other details, all different from each other and from `of`.
pub(super) fn variations(of: &Recipe, count: usize, same_description: bool, random: &mut Random) -> Vec<Recipe> {
    let dish = DISHES.iter().position(|(title, _)| *title == of.title).unwrap();
    let mut made: Vec<Recipe> = Vec::new();
    while made.len() < count {
        let mut one = recipe(dish, random);
        if same_description {
            one.description.clone_from(&of.description);
        }
        if one != *of && !made.contains(&one) {
            made.push(one);
        }
    }
    made
}
