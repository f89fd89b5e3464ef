//! The apps that the phone comes with: one file each, one line here.
