import postgres from "postgres";
import { applyBase } from "../../../stack/base.ts";

/**
 * Runs a test on an empty database with Supabase's roles and auth schema, as an owner who is no superuser,
 * like the hosted platform's `postgres`.
 *
 * @param serverUrl as a superuser
 * @param test gets the owner's URL
 * @param name of the database and its owner; random unless a server has to know it beforehand
 */
export async function withHostedDatabase(
  serverUrl: string,
  test: (url: string) => Promise<void>,
  name = `hosted_${crypto.randomUUID().replaceAll("-", "")}`,
): Promise<void> {
  const server = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await server.unsafe(`create role ${name} login createdb createrole bypassrls password 'hosted'`);
  await server.unsafe(`create database ${name} owner ${name}`);
  const url = new URL(serverUrl);
  url.pathname = name;
  const superuser = postgres(url.href, { max: 1, onnotice: () => {} });
  await applyBase(superuser);
  await superuser.unsafe(`grant all on schema public, extensions to ${name}`);
  await superuser.unsafe(`grant anon, authenticated, service_role to ${name} with admin option`);
  await superuser.end();
  url.username = name;
  url.password = "hosted";
  url.search = "?sslmode=disable";
  try {
    await test(url.href);
  } finally {
    await server.unsafe(`drop database ${name} with (force)`);
    await server.unsafe(`drop owned by ${name}`);
    await server.unsafe(`drop role ${name}`);
    await server.end();
  }
}
