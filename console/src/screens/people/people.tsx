export default function People() {
  return <p>people</p>;
}
