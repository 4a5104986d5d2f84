import { useEffect, useState } from "react";
import { Notification } from "react-admin";
import { words } from "../words.ts";
import { Entrance } from "./entrance.tsx";
import type { Way } from "./fields.tsx";
import { Forgotten } from "./forgotten.tsx";
import { SignIn } from "./sign_in.tsx";
import { SignUp } from "./sign_up.tsx";

const WAYS = {
  in: { title: words.signIn.title, Form: SignIn },
  up: { title: words.signUp.title, Form: SignUp },
  forgotten: { title: words.forgotten.title, Form: Forgotten },
} satisfies Record<Way, unknown>;

/** Page on which people sign in. */
export function SignInPage() {
  const [way, setWay] = useState<Way>("in");
  const { title, Form } = WAYS[way];
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <Entrance title={title}>
      <Form go={setWay} />
      <Notification />
    </Entrance>
  );
}
