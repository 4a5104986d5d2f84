import { useEffect, useState } from "react";
import { Entrance } from "./entrance.tsx";
import type { Way } from "./fields.tsx";
import { Forgotten } from "./forgotten.tsx";
import { Note } from "./note.tsx";
import { SignIn } from "./sign_in.tsx";
import { SignUp } from "./sign_up.tsx";
import { entrance, forgotten, type Said, signIn, signUp } from "./words.ts";

const WAYS = {
  in: { title: signIn.title, Form: SignIn },
  up: { title: signUp.title, Form: SignUp },
  forgotten: { title: forgotten.title, Form: Forgotten },
} satisfies Record<Way, unknown>;

/** Page on which people sign in; who comes from a link that signed nobody in is told why. */
export function SignInPage({ said, way: first = "in", enter }: {
  said: Said | undefined;
  way: Way | undefined;
  /** Opens the console to whoever is signed in now. */
  enter: () => Promise<void>;
}) {
  const [way, setWay] = useState<Way>(first);
  const { title, Form } = WAYS[way];
  useEffect(() => {
    document.title = `${title} · ${entrance.product}`;
  }, [title]);
  return (
    <Entrance title={title}>
      {said && <Note said={said} />}
      <Form key={way} go={setWay} enter={enter} />
    </Entrance>
  );
}
