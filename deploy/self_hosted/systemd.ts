import { join } from "node:path";
import { environmentFile } from "./environments.ts";
import type { Places } from "./places.ts";
import { run } from "./run.ts";
import type { Started } from "./started.ts";
import type { Service } from "./services.ts";
import { TIMERS, unitOf } from "./units.ts";

/** Units of services, among all of this recipe's. */
const OF_SERVICES = /^staffing-(?!job@|backup\.)[\w-]+\.service$/;

/** Starts what is not running, starts anew what has changed, and takes away what this release does not have. */
export async function applyUnits(
  places: Places,
  services: readonly Service[],
  started: Started,
  report: (line: string) => void,
): Promise<void> {
  await removeFormer(places, services, report);
  await run(["systemctl", "daemon-reload"]);
  for (const service of services) {
    const unit = `staffing-${service.name}.service`;
    const paths = [
      unitOf(places, service),
      environmentFile(places, service.name),
      ...service.follows,
    ];
    await run(["systemctl", "enable", "--quiet", unit]);
    await started.whenChanged(service.name, paths, async () => {
      await run(["systemctl", "restart", unit]);
      report(`started ${unit}`);
    });
    await run(["systemctl", "start", unit]);
  }
  await run(["systemctl", "enable", "--quiet", "--now", ...TIMERS]);
  await run(["systemctl", "enable", "--quiet", "--now", "nginx.service"]);
  const site = [places.nginxSite, join(places.etc, "nginx-api.conf")];
  await started.whenChanged("nginx", site, async () => {
    await run(["nginx", "-t", "-q"]);
    await run(["systemctl", "reload-or-restart", "nginx.service"]);
    report("reloaded nginx");
  });
}

/** Stops all services, for what must have the database to itself. */
export async function stopUnits(services: readonly Service[]): Promise<void> {
  const units = services.map(({ name }) => `staffing-${name}.service`);
  await run(["systemctl", "stop", ...TIMERS, ...units]);
}

async function removeFormer(
  { units }: Places,
  services: readonly Service[],
  report: (line: string) => void,
): Promise<void> {
  const ours = services.map(({ name }) => `staffing-${name}.service`);
  for (const { name } of Deno.readDirSync(units)) {
    if (!OF_SERVICES.test(name) || ours.includes(name)) continue;
    await run(["systemctl", "disable", "--quiet", "--now", name]);
    await Deno.remove(join(units, name));
    report(`removed ${name}`);
  }
}
