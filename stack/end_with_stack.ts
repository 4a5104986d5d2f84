// Runs before a function's own code (`deno run --preload`). The stack holds the other end of this
// process's input, so the input ends when the stack does, also when the stack is killed: no
// function is left running behind.

async function endWithInput() {
  for await (const _ of Deno.stdin.readable) continue;
  Deno.exit(0);
}

// Deno starts a function's own code once nothing is pending here; an unreferenced timer is not.
Deno.unrefTimer(setTimeout(endWithInput));
