import { QueryClient } from "@tanstack/react-query";
import polyglotI18nProvider from "ra-i18n-polyglot";
import english from "ra-language-english";
import { useEffect } from "react";
import { Admin, CustomRoutes, usePermissions } from "react-admin";
import { Navigate, Route } from "react-router-dom";
import { refusalOf } from "./api/refusal.ts";
import { dataProvider } from "./api/data_provider.ts";
import { authProvider } from "./auth/auth_provider.ts";
import { startAnew } from "./auth/here.ts";
import { SessionDialog } from "./auth/session_dialog.tsx";
import { SetPasswordPage } from "./auth/set_password_page.tsx";
import { ConsoleLayout } from "./layout/layout.tsx";
import { NothingHere } from "./layout/nothing_here.tsx";
import { Toasts } from "./layout/toasts.tsx";
import { darkTheme, lightTheme } from "./layout/themes.ts";
import type { Me } from "./me.ts";
import { SCREENS } from "./screens/screens.ts";
import { words } from "./words.ts";

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What was refused is refused again; a server that is away may come back.
      retry: (failures, error) =>
        failures < 2 && [0, 502, 503, 504].includes(refusalOf(error).status),
      staleTime: 5_000,
    },
    mutations: { retry: false },
  },
});
const i18nProvider = polyglotI18nProvider(() => english, "en", [{
  locale: "en",
  name: "English",
}], {
  allowMissing: true,
});

function First() {
  const { permissions: me, isPending } = usePermissions<Me>();
  if (isPending || me === undefined) return null;
  const first = SCREENS.find(({ isFor }) => isFor(me));
  return first === undefined ? <NothingHere /> : <Navigate to={`/${first.path}`} replace />;
}

/** For whoever signed out: the page is loaded anew, so that nothing of theirs is left in it. */
function Left() {
  useEffect(startAnew, []);
  return null;
}

/** The console, and what asks for the password over it. */
export function App() {
  return (
    <>
      <Console />
      <SessionDialog />
    </>
  );
}

function Console() {
  return (
    <Admin
      dataProvider={dataProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      layout={ConsoleLayout}
      loginPage={Left}
      notification={Toasts}
      dashboard={First}
      catchAll={First}
      theme={lightTheme}
      darkTheme={darkTheme}
      title={words.product}
      requireAuth
      disableTelemetry
    >
      {(me: Me) => [
        <CustomRoutes key="screens">
          {SCREENS.filter(({ isFor }) => isFor(me)).map(({ path, Screens }) => (
            <Route key={path} path={`/${path}/*`} element={<Screens />} />
          ))}
        </CustomRoutes>,
        <CustomRoutes key="entrance" noLayout>
          <Route path="/set-password" element={<SetPasswordPage />} />
        </CustomRoutes>,
      ]}
    </Admin>
  );
}
