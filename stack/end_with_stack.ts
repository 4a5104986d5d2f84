// Runs before a function's own code (`deno run --preload`): when the stack that started this
// process is gone, even killed, the function ends, too, and none is left running behind.

const POLL_MS = 1000;
/** Said by the stack: it may be gone already when this begins. */
const stack = Number(Deno.env.get("STACK_PID") ?? Deno.ppid);

// Unreferenced, because Deno starts the function's own code once nothing is pending here.
Deno.unrefTimer(setInterval(() => {
  if (Deno.ppid !== stack) Deno.exit(0);
}, POLL_MS));
