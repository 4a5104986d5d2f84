// `deno task client`: builds packages/client and packs it there, for programs to install.
import { CLIENT, packClient } from "./client_package.ts";

console.log(await packClient(CLIENT));
