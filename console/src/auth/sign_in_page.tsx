import { useEffect, useState } from "react";
import { Notification } from "react-admin";
import { useLocation } from "react-router-dom";
import { words } from "../words.ts";
import { Entrance } from "./entrance.tsx";
import type { Way } from "./fields.tsx";
import { Forgotten } from "./forgotten.tsx";
import { Note } from "./note.tsx";
import { SignIn } from "./sign_in.tsx";
import { SignUp } from "./sign_up.tsx";
import type { Said } from "./words.ts";

const WAYS = {
  in: { title: words.signIn.title, Form: SignIn },
  up: { title: words.signUp.title, Form: SignUp },
  forgotten: { title: words.forgotten.title, Form: Forgotten },
} satisfies Record<Way, unknown>;

/** Page on which people sign in; who comes from a link that signed nobody in is told why. */
export function SignInPage() {
  const came: { said?: Said; way?: Way } | null = useLocation().state;
  const [way, setWay] = useState<Way>(came?.way ?? "in");
  const { title, Form } = WAYS[way];
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <Entrance title={title}>
      {came?.said && <Note said={came.said} />}
      <Form go={setWay} />
      <Notification />
    </Entrance>
  );
}
