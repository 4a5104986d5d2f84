import { LinearProgress, Typography } from "@mui/material";
import { type ReactNode, Suspense } from "react";
import { AppBar, Layout, Menu, ToggleThemeButton, usePermissions } from "react-admin";
import { isStaff, type Me } from "../me.ts";
import { SCREENS } from "../screens/screens.ts";
import { words } from "../words.ts";
import { PageError } from "./page_error.tsx";
import { PersonMenu } from "./person_menu.tsx";
import { Search } from "./search.tsx";

function Bar() {
  const { permissions: me } = usePermissions<Me>();
  return (
    <AppBar
      color="primary"
      toolbar={
        <>
          {me !== undefined && isStaff(me) && <Search />}
          <ToggleThemeButton />
        </>
      }
      userMenu={<PersonMenu />}
    >
      <Typography variant="h6" component="span" noWrap sx={{ flexGrow: 1 }}>
        {words.product}
      </Typography>
    </AppBar>
  );
}

function Groups() {
  const { permissions: me } = usePermissions<Me>();
  return (
    <Menu>
      {SCREENS.filter(({ isFor }) => me !== undefined && isFor(me)).map((
        { path, label, Icon },
      ) => (
        <Menu.Item
          key={path}
          to={`/${path}`}
          primaryText={label}
          leftIcon={<Icon />}
        />
      ))}
    </Menu>
  );
}

/** Frame of every page: the bar, and the menu of whoever is signed in. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <Layout
      appBar={Bar}
      menu={Groups}
      error={PageError}
      sx={{ minWidth: 0, "& .RaLayout-content": { minWidth: 0, px: 2 } }}
    >
      <Suspense fallback={<LinearProgress aria-label={words.common.loading} />}>
        {children}
      </Suspense>
    </Layout>
  );
}
