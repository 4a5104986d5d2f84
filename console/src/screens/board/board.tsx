import { Navigate, Route, Routes } from "react-router-dom";
import { isOneOf } from "../../me.ts";
import { useMe } from "../../ui/use_me.ts";
import { Approvals } from "./approvals.tsx";
import { WhatWaits } from "./what_waits.tsx";
import { Controls } from "./controls.tsx";

/** The board, what waits for a second person, and for admins what takes one. */
export default function BoardGroup() {
  const me = useMe();
  return (
    <Routes>
      <Route index element={<WhatWaits />} />
      <Route path="approvals" element={<Approvals />} />
      {isOneOf(me) && <Route path="controls" element={<Controls />} />}
      <Route path="*" element={<Navigate to="/board" replace />} />
    </Routes>
  );
}
