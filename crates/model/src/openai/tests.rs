use super::address::Address;

#[test]
fn addresses_are_taken_as_people_write_them() {
    let cases = [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1/models"),
        ("http://h:1/", "http://h:1/v1/chat/completions", "http://h:1/v1/models"),
        (" https://h/v1/ ", "https://h/v1/chat/completions", "https://h/v1/models"),
        ("https://h/api/v3", "https://h/api/v3/chat/completions", "https://h/api/v3/models"),
        ("https://h/v1/chat/completions", "https://h/v1/chat/completions", "https://h/v1/models"),
        (
            "https://h/d/x?api-version=1",
            "https://h/d/x/chat/completions?api-version=1",
            "https://h/d/x/models?api-version=1",
        ),
    ];
    for (written, completions, models) in cases {
        let address = Address::read(written).unwrap();
        assert_eq!((address.completions.as_str(), address.models.as_str()), (completions, models), "{written}");
        assert!(!address.shown.contains('?'), "{}", address.shown);
    }
}
