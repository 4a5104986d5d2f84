export default function Cash() {
  return <p>cash</p>;
}
