// `deno task reset`: deletes what `deno task start` keeps in DATA_DIR.

import { deleteDataDir } from "./data_dir.ts";
import { readSettings } from "./settings.ts";
import { messageOf } from "./stack_error.ts";

try {
  const { dataDir } = readSettings(Deno.env.toObject());
  const deleted = await deleteDataDir(dataDir);
  console.log(deleted ? `deleted ${dataDir}` : `nothing to delete in ${dataDir}`);
} catch (error) {
  console.error(messageOf(error));
  Deno.exit(1);
}
