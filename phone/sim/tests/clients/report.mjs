// The common part of the walks of clients from npm: makes each call and prints its result as one line of JSON.
import { pathToFileURL } from "node:url";

/** Imports a file of a package below `node_modules` of the folder that `cargo xtask setup` fills. */
export function load(path) {
  return import(pathToFileURL(`${process.env.FINGERTIP_CLIENTS_NODE}/node_modules/${path}`).href);
}

/** Makes a call and prints its name and its result; a failed call prints `error: …`. */
export async function call(name, make) {
  let said;
  try {
    const value = await make();
    said = typeof value === "string" ? value : JSON.stringify(value) ?? "undefined";
  } catch (error) {
    said = `error: ${error?.message ?? error}`;
  }
  console.log(JSON.stringify([name, said]));
}
