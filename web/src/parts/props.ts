// What every part of the page is given.

/** The props of every part. */
export interface PartProps {
  /** Its window. */
  key: string;
  /** Its subject, for parts that have one. */
  target: string | undefined;
}
