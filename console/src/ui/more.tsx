import MoreIcon from "@mui/icons-material/MoreHoriz";
import { Box, Button, Popover } from "@mui/material";
import { createContext, type ReactNode, useContext, useState } from "react";
import { words } from "../words.ts";

const CloseMore = createContext(() => {});

/** Closes the actions behind "More", where one of them was taken. */
export function useCloseMore(): () => void {
  return useContext(CloseMore);
}

/**
 * Actions of a page beside its next step, behind one button. They close once one of them opens a dialog or is done; a
 * refusal stays with them.
 */
export function More({ children }: { children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [close] = useState(() => () => setAnchor(null));
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<MoreIcon />}
        aria-haspopup="true"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {words.common.more}
      </Button>
      <Popover
        keepMounted // a dialog that was opened in it stays
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "group", "aria-label": words.common.more } }}
      >
        <Box
          sx={{
            display: "flex",
            flexDirection: "column",
            minWidth: 200,
            maxWidth: 400,
            p: 1,
            "& .MuiButton-root": { justifyContent: "flex-start", width: "100%", border: 0 },
          }}
        >
          <CloseMore value={close}>{children}</CloseMore>
        </Box>
      </Popover>
    </>
  );
}
