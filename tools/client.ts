// `deno task client`: builds packages/client and packs it there, for programs to install.
import { CLIENT } from "./client_package.ts";
import { packPackage } from "./npm_package.ts";

console.log(await packPackage(CLIENT, CLIENT.folder));
