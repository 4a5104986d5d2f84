// Texts without an end, and texts that a refusal quotes in the head of its answer.
import { assert, assertEquals } from "@std/assert";
import { startPostgrest } from "../../stack/postgrest.ts";
import { project } from "../support/http/project.ts";
