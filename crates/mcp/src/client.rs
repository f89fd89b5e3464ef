//! Other people's tools, as the loop calls them.
