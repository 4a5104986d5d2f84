import type { TokenKey } from "../../tests/support/access/tokens.ts";

/** Stack in front of the same database, to which a soak speaks HTTP. */
export interface SoakApi {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Signs the tokens of people. */
  readonly tokenKey: TokenKey;
  readonly cronSharedSecret: string;
}

/** Target of a soak, and its duration. */
export interface SoakOptions {
  /** A database that holds the schema and nothing else, as its superuser: never through a pooler. */
  readonly databaseUrl: string;
  /**
   * Address to which the callers in SQL connect instead, such as to a pooler in front of it; left
   * out: there too.
   */
  readonly callersUrl?: string;
  /** Null: everybody calls in SQL, and the jobs run in this process. */
  readonly api: SoakApi | null;
  readonly seed: number;
  /** Ends after so many calls, or a few more; null: after its time. */
  readonly calls: number | null;
  /** Its duration where no calls are named, in milliseconds; it ends what it began. */
  readonly lasts: number;
  /** Callers in SQL wait so many times as long as the limits of the API say; left out: as long. */
  readonly patience?: number;
  /** Says progress. */
  readonly report: (line: string) => void;
  /** Ends it early. */
  readonly signal: AbortSignal;
}
