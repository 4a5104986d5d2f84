/** The services as units of systemd. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "./cluster.ts";
import { environmentFile } from "./environments.ts";
import type { Files } from "./files.ts";
import type { Places } from "./places.ts";
import { replaced } from "./proxies.ts";
import type { Service } from "./services.ts";
import type { Settings } from "./settings.ts";

/** Path of a service's unit. */
export function unitOf({ units }: Places, { name }: Pick<Service, "name">): string {
  return join(units, `staffing-${name}.service`);
}

/** Timers that are to run, by their units. */
export const TIMERS = [
  "staffing-job@lock-ended.timer",
  "staffing-job@accrue-interest.timer",
  "staffing-job@maintain.timer",
  "staffing-job@deliver.timer",
  "staffing-backup.timer",
];

/** Writes all units: those of services, of the jobs (deploy/schedulers), and of the backup. */
export async function writeUnits(
  settings: Settings,
  places: Places,
  database: Database,
  services: readonly Service[],
  files: Files,
): Promise<void> {
  for (const service of services) {
    await files.put(unitOf(places, service), serviceUnit(service, settings, places));
  }
  const job = await scheduler("staffing-job@.service");
  await files.put(
    join(places.units, "staffing-job@.service"),
    replaced(job, {
      "https://api.example.com/api/cron/": `http://127.0.0.1:${places.ports.inner}/api/cron/`,
      "/usr/local/bin/run-job": join(places.lib, "bin/run-job"),
      "/etc/staffing/": `${places.etc}/`,
    }),
  );
  for (
    const name of [
      "staffing-job@.timer",
      "staffing-job@lock-ended.timer",
      "staffing-job@maintain.timer",
      "staffing-job@deliver.timer",
    ]
  ) {
    await files.put(join(places.units, name), await scheduler(name));
  }
  await files.put(
    join(places.units, "staffing-backup.service"),
    backupUnit(settings, places, database),
  );
  await files.put(join(places.units, "staffing-backup.timer"), BACKUP_TIMER);
}

/** As little as a program can do with that listens on this machine and keeps nothing. */
const HARDENED = `DynamicUser=yes
UMask=0077
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM
`;

function serviceUnit(service: Service, { cluster }: Settings, places: Places): string {
  const postgres = `postgresql@${cluster.version}-${cluster.name}.service`;
  return `# Written by the self-hosted recipe; a file in ${unitOf(places, service)}.d/ adds to it.
[Unit]
Description=Staffing back office: ${service.description}
Wants=network-online.target
After=network-online.target ${postgres}
# It tries until the database is there.
StartLimitIntervalSec=0

[Service]
EnvironmentFile=${environmentFile(places, service.name)}
ExecStart=${service.command.map(word).join(" ")}
Restart=always
RestartSec=1
CacheDirectory=staffing-${service.name}
Environment=DENO_DIR=%C/staffing-${service.name} HOME=%C/staffing-${service.name}
${HARDENED}${service.reachesOut ? "" : "IPAddressAllow=localhost\nIPAddressDeny=any\n"}
[Install]
WantedBy=multi-user.target
`;
}

function backupUnit({ cluster }: Settings, places: Places, { port }: Database): string {
  return `# Written by the self-hosted recipe. By hand: systemctl start staffing-backup
[Unit]
Description=Staffing back office: a backup of the database on port ${port}
After=postgresql@${cluster.version}-${cluster.name}.service

[Service]
Type=oneshot
User=postgres
EnvironmentFile=${environmentFile(places, "backup")}
ExecStart=${join(places.lib, "bin/backup")}
TimeoutStartSec=6h
Nice=10
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict
ReadWritePaths=${places.backups}
`;
}

const BACKUP_TIMER = `# Written by the self-hosted recipe.
[Unit]
Description=Staffing back office: a backup every night

[Timer]
OnCalendar=*-*-* 02:15:00
RandomizedDelaySec=15min
Persistent=true

[Install]
WantedBy=timers.target
`;

/** A word of a command line: systemd reads % and $ in it. */
function word(text: string): string {
  return text.replaceAll("%", "%%").replaceAll("$", "$$$$");
}

function scheduler(name: string): Promise<string> {
  return Deno.readTextFile(
    fileURLToPath(new URL(`../schedulers/${name}`, import.meta.url)),
  );
}
