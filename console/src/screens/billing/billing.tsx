export default function Billing() {
  return <p>billing</p>;
}
