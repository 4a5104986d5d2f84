import type { AuthProvider } from "react-admin";
import { loadMe } from "../me.ts";
import { leave } from "./session.ts";

/** Sign-in for react-admin. The API says with every request what somebody may see and do. */
export const authProvider: AuthProvider = {
  // Nobody signs in by react-admin: that is done before it is loaded.
  login: () => Promise.resolve(),

  logout: leave,

  // A session that ends is asked for anew over the page (session_dialog.tsx), which stays as it is.
  checkAuth: () => Promise.resolve(),
  checkError: () => Promise.resolve(),

  async getIdentity() {
    const { userId, name } = await loadMe();
    return { id: userId, fullName: name };
  },

  getPermissions: loadMe,
};
