// GET /functions/v1/documents/…: invoices, credit notes, statements, time sheets and pay as PDF.
import { callApi } from "../_shared/documents/api.ts";
import { documentsHandler } from "../_shared/documents/handler.ts";
import { readDocumentsEnvironment } from "../_shared/env.ts";

const environment = readDocumentsEnvironment((name) => Deno.env.get(name));

Deno.serve(documentsHandler({
  functionName: "documents",
  call: (call, headers) => callApi(environment, call, headers),
  log: console.log,
}));
