import { useEffect, useRef, useState } from "react";
import { Notification, useNotificationContext } from "react-admin";
import { useLocation } from "react-router-dom";

/** A toast that was told as late before its page is left is about that: it is read on the next one. */
const JUST_TOLD_MS = 1_000;

/** Toasts: on the bar, where they cover no button of the page, and gone with the page that told them. */
export function Toasts() {
  const { pathname } = useLocation();
  const { notifications } = useNotificationContext();
  const toldAt = useRef(0);
  const [page, setPage] = useState(0);
  useEffect(() => {
    if (notifications.length > 0) toldAt.current = Date.now();
  }, [notifications]);
  useEffect(() => {
    if (Date.now() - toldAt.current > JUST_TOLD_MS) setPage((page) => page + 1);
  }, [pathname]);
  return (
    <Notification
      key={page}
      anchorOrigin={{ vertical: "top", horizontal: "center" }}
      sx={{ "&.MuiSnackbar-root": { top: { xs: 56, sm: 4 } } }}
    />
  );
}
