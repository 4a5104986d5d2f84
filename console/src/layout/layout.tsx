import { Box, LinearProgress, Typography } from "@mui/material";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { AppBar, Layout, Menu, ToggleThemeButton, usePermissions } from "react-admin";
import { rows } from "../api/rows.ts";
import { AskForFactor } from "../auth/factor_dialog.tsx";
import { isStaff, type Me } from "../me.ts";
import { SCREENS } from "../screens/screens.ts";
import { MayOpen } from "../ui/refusal_note.tsx";
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
      <Firm me={me} />
    </AppBar>
  );
}

async function loadLogo(): Promise<string | null> {
  const [settings] = await rows("organization_settings", { select: "logo", order: "singleton" });
  return settings?.logo ?? null;
}

/** The firm's name and, for staff, its logo; the product's until it has one. */
function Firm({ me }: { me: Me | undefined }) {
  const [logo, setLogo] = useState<string | null>(null);
  const isOfStaff = isStaff(me);
  useEffect(() => {
    // Once a page, and not after each act as what screens show: it is the largest thing there is on them.
    if (isOfStaff) loadLogo().then(setLogo, () => {});
  }, [isOfStaff]);
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1, flexGrow: 1, minWidth: 0 }}>
      {logo && (
        <Box
          component="img"
          src={logo}
          alt=""
          sx={{ height: 32, maxWidth: 120, objectFit: "contain", bgcolor: "#fff", p: 0.25 }}
        />
      )}
      <Typography variant="h6" component="span" noWrap>
        {me?.firmName ?? words.product}
      </Typography>
    </Box>
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
  const { permissions: me } = usePermissions<Me>();
  const mayOpen = (path: string) =>
    SCREENS.some((group) =>
      path.startsWith(`/${group.path}/`) && me !== undefined && group.isFor(me)
    );
  return (
    <Layout
      appBar={Bar}
      menu={Groups}
      error={PageError}
      sx={{ minWidth: 0, "& .RaLayout-content": { minWidth: 0, px: 2 } }}
    >
      <Suspense fallback={<LinearProgress aria-label={words.common.loading} />}>
        <MayOpen value={mayOpen}>{children}</MayOpen>
      </Suspense>
      {me !== undefined && <AskForFactor isLacking={me.lacksSecondFactor} />}
    </Layout>
  );
}
