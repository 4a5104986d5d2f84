import type { AuthProvider } from "react-admin";
import { auth } from "../api/client.ts";
import { Refusal } from "../api/refusal.ts";
import { loadMe } from "../me.ts";
import { granted } from "./auth_refusal.ts";

/** Sign-in for react-admin. The API says with every request what somebody may see and do. */
export const authProvider: AuthProvider = {
  async login({ email, password }: { email: string; password: string }) {
    granted(await auth().signInWithPassword({ email, password }));
  },

  async logout() {
    // Also when the server cannot be reached: what this browser keeps is gone.
    await auth().signOut({ scope: "local" }).catch(() => {});
  },

  async checkAuth() {
    const { data } = await auth().getSession();
    if (!data.session) throw new Refusal(401, "You are signed out.");
  },

  // A refusal of a right is no end of the session: only an unknown token is.
  checkError(error: { status?: number }) {
    return error.status === 401 ? Promise.reject(error) : Promise.resolve();
  },

  async getIdentity() {
    const { userId, name } = await loadMe();
    return { id: userId, fullName: name };
  },

  getPermissions: loadMe,
};
