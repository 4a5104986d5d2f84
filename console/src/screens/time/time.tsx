export default function Time() {
  return <p>time</p>;
}
