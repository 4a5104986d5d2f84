import { Box, Button, Card, CardContent, Tab, Tabs, Typography } from "@mui/material";
import { type ReactNode, useEffect, useId } from "react";
import { Link, useLocation } from "react-router-dom";
import { words } from "../words.ts";

/** A page: its heading, what it is about in a sentence, what may be done. */
export function Page({ title, about, actions, children }: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  return (
    <Box sx={{ pb: 6, pt: 1 }}>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          gap: 2,
          alignItems: "flex-start",
          mb: 1,
        }}
      >
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography variant="h5" component="h1">{title}</Typography>
          {about !== undefined && (
            <Typography color="text.secondary" component="div">
              {about}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>{actions}</Box>
      </Box>
      {children}
    </Box>
  );
}

/** A part of a page with a heading of its own. */
export function Part({ title, about, actions, children }: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ mb: 2, overflow: "visible" }}
    >
      <CardContent>
        <Box
          sx={{
            display: "flex",
            flexWrap: "wrap",
            gap: 1,
            alignItems: "flex-start",
          }}
        >
          <Box sx={{ flexGrow: 1 }}>
            <Typography id={id} variant="h6" component="h2">{title}</Typography>
            {about !== undefined && (
              <Typography variant="body2" color="text.secondary">
                {about}
              </Typography>
            )}
          </Box>
          {actions}
        </Box>
        {children}
      </CardContent>
    </Card>
  );
}

/** The one primary action once a step is done: it leads to the next. */
export function NextButton({ to, label }: { to: string; label: string }) {
  return <Button component={Link} to={to} variant="contained" size="small">{label}</Button>;
}

/** From so many pages on, their labels stand closer. */
const MANY_PAGES = 9;

/** The pages of a group, side by side. */
export function Subpages(
  { base, pages }: {
    base: string;
    pages: readonly { path: string; label: string }[];
  },
) {
  const { pathname } = useLocation();
  const here = pages.find(({ path }) =>
    pathname === `${base}/${path}` || pathname.startsWith(`${base}/${path}/`)
  );
  return (
    <Tabs
      value={here?.path ?? false}
      variant="scrollable"
      scrollButtons={false}
      component="nav"
      aria-label={words.common.pagesOfGroup}
      sx={{ borderBottom: 1, borderColor: "divider", mb: 2 }}
    >
      {pages.map(({ path, label }) => (
        <Tab
          key={path}
          value={path}
          label={label}
          component={Link}
          to={`${base}/${path}`}
          sx={pages.length < MANY_PAGES ? {} : { minWidth: 0, px: 1.25 }}
        />
      ))}
    </Tabs>
  );
}

/** Facts that somebody should know, name by name; those without a value are left out. */
export function Facts(
  { facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] },
) {
  return (
    <Box
      component="dl"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 4, rowGap: 1, my: 1 }}
    >
      {facts.filter(([, value]) => (value ?? false) !== false && value !== "").map((
        [name, value],
      ) => (
        <Box key={name}>
          <Typography component="dt" variant="body2" color="text.secondary">
            {name}
          </Typography>
          <Typography
            component="dd"
            sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}
          >
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
