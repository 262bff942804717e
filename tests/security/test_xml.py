"""DUCView files that are made to harm: nothing outside is read, nothing grows, and one sentence says why.

What is refused for being no sound XML at all is in tests/annotator/duc/test_xml_input.py.
"""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from annotator.duc.readers import read_pan, read_pyr
from annotator.duc.xml_input import MAX_ATTRIBUTE, MAX_TAGS
from annotator.texts.errors import FormatError
from tests.annotator.duc.duc_files import pan, pyr
from tests.security.limited import Ended, run_limited
from tests.site_process import ROOT

HEAD = "<pyramid numModels='1'><text><line>The dam broke.</line></text>"
ENTITIES = "It declares XML entities or external parts, which are not read from files."
READERS = pytest.mark.parametrize("read", [read_pyr, read_pan], ids=["pyr", "pan"])


def refusal(read: Callable[[bytes], object], data: bytes) -> str:
    with pytest.raises(FormatError) as error:
        read(data)
    said = str(error.value)
    assert len(said) < 400
    return said


def with_doctype(inside: str, line: str = "", root: str = "pyramid") -> bytes:
    return f"<!DOCTYPE {root} [{inside}]><{root}><text><line>{line}</line></text></{root}>".encode()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ENTITY_ATTACKS = {
    "a billion laughs": with_doctype(f'<!ENTITY l0 "lol">{LAUGHS}', "&l9;"),
    "quadratic": with_doctype(f'<!ENTITY a "{"a" * 50_000}">', "&a;" * 50_000),
    "a parameter entity": with_doctype("<!ENTITY % a \"<!ENTITY b 'c'>\"> %a;", "&b;"),
    "an unparsed entity": with_doctype('<!NOTATION n SYSTEM "n"><!ENTITY a SYSTEM "x.png" NDATA n>'),
    "in an attribute": b'<!DOCTYPE pyramid [<!ENTITY a "1">]><pyramid><scu uid="&a;"/></pyramid>',
    "in UTF-16": with_doctype('<!ENTITY a "b">', "&a;").decode().encode("utf-16"),
}


@READERS
@pytest.mark.parametrize("name", ENTITY_ATTACKS)
def test_no_entity_is_expanded(name: str, read: Callable[[bytes], object]) -> None:
    assert refusal(read, ENTITY_ATTACKS[name]) == ENTITIES


@pytest.fixture
def listener() -> Iterator[tuple[int, list[object]]]:
    """A port of this machine, and who has called there."""
    calls: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with suppress(OSError):
                while True:
                    calls.append(server.accept())

        threading.Thread(target=answer, daemon=True).start()
        yield server.getsockname()[1], calls
        server.shutdown(socket.SHUT_RDWR)


@READERS
@pytest.mark.parametrize(
    "doctype",
    [
        '[<!ENTITY a SYSTEM "http://{host}/x">]',
        '[<!ENTITY a SYSTEM "file://{path}">]',
        '[<!ENTITY % a SYSTEM "http://{host}/x"> %a;]',
        'SYSTEM "http://{host}/x.dtd"',
        'PUBLIC "-//A//B" "http://{host}/x.dtd"',
        'SYSTEM "file://{path}" [<!ATTLIST scu uid CDATA "1">]',
    ],
    ids=["entity", "file", "parameter", "dtd", "public", "file-dtd"],
)
def test_nothing_outside_of_the_file_is_fetched(
    doctype: str, read: Callable[[bytes], object], listener: tuple[int, list[object]], tmp_path: Path
) -> None:
    (secret := tmp_path / "secret").write_text("the words of a secret")
    said = doctype.format(host=f"127.0.0.1:{listener[0]}", path=secret)
    data = f"<!DOCTYPE pyramid {said}><pyramid><text><line>&a;</line></text></pyramid>".encode()
    assert "secret" not in refusal(read, data)
    assert listener[1] == []


def test_instructions_and_inclusions_are_no_more_than_text_that_is_passed_over(tmp_path: Path) -> None:
    (secret := tmp_path / "secret").write_text("the words of a secret")
    sheet = b'<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="http://127.0.0.1:1/x.xsl"?>'
    include = f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" parse="text" href="{secret.as_uri()}"/>'
    data = pyr().replace(b'<?xml version="1.0"?>', sheet).replace(b"</text>", f"</text>{include}".encode(), 1)
    assert read_pyr(data).document == read_pyr(pyr()).document
    inside = pyr().replace(b"Engineers had", f"Engineers {include}had".encode())
    assert "secret" not in read_pyr(inside).document.text


@READERS
def test_attributes_that_a_doctype_gives_to_all_elements_do_not_multiply(read: Callable[[bytes], object]) -> None:
    doctype = f'<!DOCTYPE pyramid [<!ATTLIST scu label CDATA "{"x" * 1000}">]>'
    assert refusal(read, f"{doctype}{HEAD}{'<scu/>' * 10}</pyramid>".encode()) == (
        "Its DOCTYPE gives elements more than 200 characters of attributes."
    )
    many = "".join(f"<!ATTLIST scu a{n} CDATA ''>" for n in range(100))
    assert "Its DOCTYPE gives" in refusal(read, f"<!DOCTYPE pyramid [{many}]>{HEAD}</pyramid>".encode())


TOO_MUCH = {
    "a million elements": (f"{HEAD}{'<a/>' * 1_000_000}</pyramid>", f"It has more than {MAX_TAGS:,} tags."),
    "a million tags that end nowhere": (f"{HEAD}{'<a>' * 1_000_000}", f"It has more than {MAX_TAGS:,} tags."),
    "a huge attribute": (
        f"{HEAD}<scu uid='1' label='{'x' * (MAX_ATTRIBUTE + 1)}'/></pyramid>",
        "It has a label, comment or other attribute of more than 100,000 characters.",
    ),
    "20,001 parts": (
        HEAD + "".join(f"<scu uid='{n}'>" + "<part/>" * 400 + "</scu>" for n in range(51)) + "</pyramid>",
        "It has more than 20,000 parts.",
    ),
    "501 parts of an SCU": (
        f"{HEAD}<scu uid='{'7' * 1000}'>{'<part/>' * 501}</scu></pyramid>",
        f"SCU {'7' * 40} has more than 500 parts.",
    ),
    "20,001 SCUs": (HEAD + "<scu uid='1'/>" * 20_001 + "</pyramid>", "It has more than 20,000 SCUs."),
    "40,001 contributors": (
        f"{HEAD}<scu uid='1'>{'<contributor/>' * 40_001}</scu></pyramid>",
        "It has more than 40,000 contributors.",
    ),
    "a long text": (
        f"<pyramid><text><line>{'x' * 1_000_001}</line></text></pyramid>",
        "The text of its pyramid has more than 1,000,000 characters.",
    ),
    "a label in place of a uid": (
        f"{HEAD}<scu label='{'x' * 50_000}'/></pyramid>",
        f"A <scu> has no uid (its label is “{'x' * 40}”).",
    ),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_far_more_than_people_make_is_refused(name: str) -> None:
    data, said = TOO_MUCH[name]
    assert refusal(read_pyr, data.encode()) == said


def test_a_hundred_thousand_levels_are_one_sentence() -> None:
    deep = f"{HEAD}{'<a>' * 100_000}{'</a>' * 100_000}"
    assert read_pyr(f"{deep}<scu uid='1' label='A'/></pyramid>".encode()).document.scus[0].label == "A"
    assert refusal(read_pan, f"{deep}</pyramid>".encode()) == "It is a pyramid (.pyr), not a peer annotation."


ENCODINGS = {
    "UTF-7": (b'<?xml version="1.0" encoding="UTF-7"?>+ADw-pyramid+AD4-', "not known here"),
    "UTF-16 that says UTF-8": (pyr().replace(b'"1.0"', b'"1.0" encoding="UTF-8"').decode().encode("utf-16"), ""),
    "UTF-8 that says UTF-16": (pyr().replace(b'"1.0"', b'"1.0" encoding="UTF-16"'), "not well-formed"),
    "overlong UTF-8": (pyr().replace(b"Engineers", b"\xc0\xbcEngineers"), "It is not UTF-8"),
    "declared, but not UTF-8": (
        pyr().replace(b'"1.0"', b'"1.0" encoding="UTF-8"').replace(b"Engineers", b"\xffEngineers"),
        "not well-formed",
    ),
    "a surrogate in UTF-8": (pyr().replace(b"Engineers", b"\xed\xa0\x80Engineers"), "It is not UTF-8"),
    "NUL": (pyr().replace(b"Engineers", b"\0Engineers"), "U+0000"),
    "an entity hidden in UTF-16": (
        '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'.encode("utf-16"),
        ENTITIES,
    ),
    "EBCDIC": ('<?xml version="1.0" encoding="cp037"?><pyramid/>'.encode("cp037"), "It is not XML"),
    "an encoding with a codec of Python": (pyr().replace(b'"1.0"', b'"1.0" encoding="rot13"'), "not known here"),
    "a compressing codec": (pyr().replace(b'"1.0"', b'"1.0" encoding="zlib"'), "not known here"),
}


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_encoding_does_not_hide_anything(name: str) -> None:
    data, said = ENCODINGS[name]
    if said:
        assert said in refusal(read_pyr, data)
    else:
        with suppress(FormatError):  # the parser may go by the mark or by what is said: what it reads is the same text
            assert read_pyr(data).document.text == read_pyr(pyr()).document.text


def test_the_worst_of_files_stay_within_bounded_memory() -> None:
    code = """
        from annotator.texts.errors import FormatError
        from annotator.duc.readers import read_pyr
        doctype = b'<!DOCTYPE pyramid [<!ATTLIST scu label CDATA "' + b'x' * 100_000 + b'">]>'
        head = b"<pyramid numModels='1'><text><line>The dam broke.</line></text>"
        for data in (
            doctype + head + b"<scu uid='1'/>" * 20_000 + b"</pyramid>",
            head + b"<a/>" * 2_400_000 + b"</pyramid>",
            b"<pyramid numModels='1'><text>" + b"<line>a</line>" * 199_000 + b"</text></pyramid>",
        ):
            try:
                read_pyr(data)
            except FormatError as error:
                print(error)
    """
    assert run_limited(code, megabytes=400) == Ended(
        0,
        "Its DOCTYPE gives elements more than 200 characters of attributes.\nIt has more than 400,000 tags.\n",
        "",
    )


def test_every_reader_of_xml_goes_through_the_one_that_is_safe() -> None:
    """Nothing but `xml_input` parses: another parser would have other holes."""
    sources = [path for app in ("annotator", "scoring", "config") for path in (ROOT / app).rglob("*.py")]
    parsers = (
        "fromstring(",
        "XMLParser",
        "minidom",
        "xml.sax.handler",
        "make_parser",
        "sax.parse",
        "lxml",
        "expat",
        "iterparse",
        "ElementTree.parse",
    )
    found = {path.name for path in sources if any(one in path.read_text("utf-8") for one in parsers)}
    assert found == {"xml_input.py"}


def test_a_peers_file_is_read_as_carefully_as_a_pyramids() -> None:
    """Its pyramid is remembered between files: the second reading must not be another one."""
    bomb = pan().replace(b"<!ELEMENT part EMPTY>", b'<!ENTITY a "b">')
    for _ in range(2):
        assert refusal(read_pan, bomb) == ENTITIES
